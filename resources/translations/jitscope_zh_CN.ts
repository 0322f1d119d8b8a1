<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>BreakpointKinds</name>
    <message>
        <source>&quot;%1&quot; is no line: write file.py:27</source>
        <translation>“%1”不是行位置：请写成 file.py:27</translation>
    </message>
    <message>
        <source>There is no file %1</source>
        <translation>没有文件 %1</translation>
    </message>
    <message>
        <source>line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>train.py:27</source>
        <translation>train.py:27</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>name, such as MatMul</source>
        <translation>名称，如 MatMul</translation>
    </message>
    <message>
        <source>operator number</source>
        <translation>算子编号</translation>
    </message>
    <message>
        <source>number, such as 118</source>
        <translation>编号，如 118</translation>
    </message>
    <message>
        <source>condition</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>condition, such as nan(out) or max(abs(out)) &gt; 1e4</source>
        <translation>条件，如 nan(out) 或 max(abs(out)) &gt; 1e4</translation>
    </message>
    <message>
        <source>graph node</source>
        <translation>图节点</translation>
    </message>
    <message>
        <source>name of a node, such as CNode_12</source>
        <translation>节点名，如 CNode_12</translation>
    </message>
    <message>
        <source>exception</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>any exception</source>
        <translation>任意异常</translation>
    </message>
    <message>
        <source>any operator</source>
        <translation>任意算子</translation>
    </message>
    <message>
        <source>There is no operator &quot;%1&quot;</source>
        <translation>没有算子“%1”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no number of an operator</source>
        <translation>“%1”不是算子编号</translation>
    </message>
    <message>
        <source>Write the name of a node</source>
        <translation>请写节点名</translation>
    </message>
    <message>
        <source>Write a condition, such as nan(out)</source>
        <translation>请写条件，如 nan(out)</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>New script</source>
        <translation>新建脚本</translation>
    </message>
    <message>
        <source>Begin an empty Python script</source>
        <translation>新建一个空的 Python 脚本</translation>
    </message>
    <message>
        <source>Open...</source>
        <translation>打开...</translation>
    </message>
    <message>
        <source>Open a script, a session, an IR dump, a profile or a trace</source>
        <translation>打开脚本、会话、IR 转储、性能数据或轨迹</translation>
    </message>
    <message>
        <source>Open folder...</source>
        <translation>打开文件夹...</translation>
    </message>
    <message>
        <source>Open a folder of IR dumps or a profiler&apos;s output folder</source>
        <translation>打开 IR 转储文件夹或性能分析器的输出文件夹</translation>
    </message>
    <message>
        <source>Save script</source>
        <translation>保存脚本</translation>
    </message>
    <message>
        <source>Save the script in the editor</source>
        <translation>保存编辑器中的脚本</translation>
    </message>
    <message>
        <source>Save script as...</source>
        <translation>脚本另存为...</translation>
    </message>
    <message>
        <source>Save the script in the editor under another name</source>
        <translation>以另一个名字保存编辑器中的脚本</translation>
    </message>
    <message>
        <source>Save session...</source>
        <translation>保存会话...</translation>
    </message>
    <message>
        <source>Save everything that was recorded as a .jitscope file</source>
        <translation>把记录的全部内容保存为 .jitscope 文件</translation>
    </message>
    <message>
        <source>Close script</source>
        <translation>关闭脚本</translation>
    </message>
    <message>
        <source>Close the script in the editor</source>
        <translation>关闭编辑器中的脚本</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation>关闭窗口</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Undo	Ctrl+Z</source>
        <translation>撤销	Ctrl+Z</translation>
    </message>
    <message>
        <source>Take back the last change of the text</source>
        <translation>撤销对文本的上一次修改</translation>
    </message>
    <message>
        <source>Redo	Ctrl+Y</source>
        <translation>重做	Ctrl+Y</translation>
    </message>
    <message>
        <source>Do again what was taken back</source>
        <translation>重做刚才撤销的修改</translation>
    </message>
    <message>
        <source>Cut	Ctrl+X</source>
        <translation>剪切	Ctrl+X</translation>
    </message>
    <message>
        <source>Move the selected text to the clipboard</source>
        <translation>把选中的文本移到剪贴板</translation>
    </message>
    <message>
        <source>Copy	Ctrl+C</source>
        <translation>复制	Ctrl+C</translation>
    </message>
    <message>
        <source>Copy what is selected</source>
        <translation>复制选中的内容</translation>
    </message>
    <message>
        <source>Paste	Ctrl+V</source>
        <translation>粘贴	Ctrl+V</translation>
    </message>
    <message>
        <source>Insert the clipboard</source>
        <translation>插入剪贴板内容</translation>
    </message>
    <message>
        <source>Select all	Ctrl+A</source>
        <translation>全选	Ctrl+A</translation>
    </message>
    <message>
        <source>Select everything in the focused view</source>
        <translation>选中当前视图的全部内容</translation>
    </message>
    <message>
        <source>Copy panel as text</source>
        <translation>将面板复制为文本</translation>
    </message>
    <message>
        <source>Copy all that the focused panel shows, as text</source>
        <translation>把当前面板显示的全部内容复制为文本</translation>
    </message>
    <message>
        <source>Copy panel as picture</source>
        <translation>将面板复制为图片</translation>
    </message>
    <message>
        <source>Copy the focused panel as a picture</source>
        <translation>把当前面板复制为图片</translation>
    </message>
    <message>
        <source>Find in panel...</source>
        <translation>在面板中查找...</translation>
    </message>
    <message>
        <source>Search in the focused panel</source>
        <translation>在当前面板中搜索</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>查找下一个</translation>
    </message>
    <message>
        <source>Go to the next match</source>
        <translation>转到下一处匹配</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>查找上一个</translation>
    </message>
    <message>
        <source>Go to the match before</source>
        <translation>转到上一处匹配</translation>
    </message>
    <message>
        <source>Go to line...</source>
        <translation>转到行...</translation>
    </message>
    <message>
        <source>Go to a line of the script by its number</source>
        <translation>按行号转到脚本的某一行</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Select what was selected before</source>
        <translation>选中之前选中的内容</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Select again what was selected after</source>
        <translation>重新选中之后选中的内容</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应窗口</translation>
    </message>
    <message>
        <source>Show the whole graph or timeline of the focused panel</source>
        <translation>显示当前面板的整个图或时间线</translation>
    </message>
    <message>
        <source>Maximize panel</source>
        <translation>最大化面板</translation>
    </message>
    <message>
        <source>Show the focused panel alone, or all again</source>
        <translation>只显示当前面板，或恢复全部面板</translation>
    </message>
    <message>
        <source>Go to the console</source>
        <translation>转到控制台</translation>
    </message>
    <message>
        <source>Show the console and type there</source>
        <translation>显示控制台并在其中输入</translation>
    </message>
    <message>
        <source>Reset this perspective</source>
        <translation>重置此布局</translation>
    </message>
    <message>
        <source>Arrange the panels as they were at first</source>
        <translation>恢复面板的初始排列</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Run the script in the editor, or continue it</source>
        <translation>运行编辑器中的脚本，或继续运行</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重新运行</translation>
    </message>
    <message>
        <source>Stop the script and run it from its beginning</source>
        <translation>停止脚本并从头运行</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Pause at the next operator or line</source>
        <translation>在下一个算子或下一行暂停</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>End the run</source>
        <translation>结束运行</translation>
    </message>
    <message>
        <source>Step one operator</source>
        <translation>单步一个算子</translation>
    </message>
    <message>
        <source>Step one line</source>
        <translation>单步一行</translation>
    </message>
    <message>
        <source>Toggle breakpoint</source>
        <translation>切换断点</translation>
    </message>
    <message>
        <source>Stop at the current line of the editor, or no more</source>
        <translation>在编辑器当前行设置或取消断点</translation>
    </message>
    <message>
        <source>Remove all breakpoints</source>
        <translation>删除所有断点</translation>
    </message>
    <message>
        <source>Remove the breakpoints of all scripts</source>
        <translation>删除所有脚本的断点</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>优化遍</translation>
    </message>
    <message>
        <source>Previous effective pass</source>
        <translation>上一个有效优化遍</translation>
    </message>
    <message>
        <source>Select the pass before that changed the graph</source>
        <translation>选中上一个改变了图的优化遍</translation>
    </message>
    <message>
        <source>Next effective pass</source>
        <translation>下一个有效优化遍</translation>
    </message>
    <message>
        <source>Select the next pass that changed the graph</source>
        <translation>选中下一个改变了图的优化遍</translation>
    </message>
    <message>
        <source>Graph as captured</source>
        <translation>捕获的图</translation>
    </message>
    <message>
        <source>Look at the graph before all passes</source>
        <translation>查看所有优化遍之前的图</translation>
    </message>
    <message>
        <source>Final graph</source>
        <translation>最终图</translation>
    </message>
    <message>
        <source>Look at the graph after all passes</source>
        <translation>查看所有优化遍之后的图</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>轨迹</translation>
    </message>
    <message>
        <source>Show timeline</source>
        <translation>显示时间线</translation>
    </message>
    <message>
        <source>Show the lanes of host, compiler and device</source>
        <translation>显示主机、编译器和设备的泳道</translation>
    </message>
    <message>
        <source>Export as Chrome trace...</source>
        <translation>导出为 Chrome 轨迹...</translation>
    </message>
    <message>
        <source>Write the timeline as JSON that Perfetto and MindStudio Insight read</source>
        <translation>把时间线写成 Perfetto 和 MindStudio Insight 可读的 JSON</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Command palette...</source>
        <translation>命令面板...</translation>
    </message>
    <message>
        <source>Find a command by its name and run it</source>
        <translation>按名称查找并执行命令</translation>
    </message>
    <message>
        <source>Go to...</source>
        <translation>转到...</translation>
    </message>
    <message>
        <source>Find an operator, node, line, pass, kernel or panel by its name</source>
        <translation>按名称查找算子、节点、行、优化遍、内核或面板</translation>
    </message>
    <message>
        <source>Settings...</source>
        <translation>设置...</translation>
    </message>
    <message>
        <source>Look, language, recording and plugins</source>
        <translation>外观、语言、记录和插件</translation>
    </message>
    <message>
        <source>Plugins...</source>
        <translation>插件...</translation>
    </message>
    <message>
        <source>What is loaded, and why something is not</source>
        <translation>已加载的插件，以及未加载的原因</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Keys...</source>
        <translation>快捷键...</translation>
    </message>
    <message>
        <source>All keys of the window</source>
        <translation>窗口的所有快捷键</translation>
    </message>
    <message>
        <source>About JitScope...</source>
        <translation>关于 JitScope...</translation>
    </message>
    <message>
        <source>Versions of the program and its parts</source>
        <translation>程序及其组件的版本</translation>
    </message>
    <message>
        <source>Coverage in the editor</source>
        <translation>编辑器中显示覆盖</translation>
    </message>
    <message>
        <source>Mark the lines that ran eagerly, in a compiled graph, or both</source>
        <translation>标记以动态图运行、在编译的图中运行或两者兼有的行</translation>
    </message>
    <message>
        <source>Run to cursor</source>
        <translation>运行到光标处</translation>
    </message>
    <message>
        <source>Run until the editor&apos;s current line; in the past go to its next operator</source>
        <translation>运行到编辑器当前行；回看时转到该行的下一个算子</translation>
    </message>
    <message>
        <source>Back to cursor</source>
        <translation>后退到光标处</translation>
    </message>
    <message>
        <source>Go back to the last operator that ran on the editor&apos;s current line</source>
        <translation>回到编辑器当前行上最后运行的算子</translation>
    </message>
    <message>
        <source>Edit breakpoint...</source>
        <translation>编辑断点...</translation>
    </message>
    <message>
        <source>Condition, hit count and log message of the breakpoint at the current line</source>
        <translation>当前行断点的条件、命中次数和日志消息</translation>
    </message>
    <message>
        <source>Go one operator on; runs it at the live end and starts the script if none runs</source>
        <translation>前进一个算子；在实时端则执行它，脚本未运行时先启动</translation>
    </message>
    <message>
        <source>Go to the next line of the same function or of its caller</source>
        <translation>转到同一函数或其调用者的下一行</translation>
    </message>
    <message>
        <source>Step into</source>
        <translation>单步进入</translation>
    </message>
    <message>
        <source>Go to the next line anywhere: enters functions and cells</source>
        <translation>转到任意位置的下一行：会进入函数和 Cell</translation>
    </message>
    <message>
        <source>Step out</source>
        <translation>单步跳出</translation>
    </message>
    <message>
        <source>Go behind the call of the present function</source>
        <translation>转到当前函数的调用之后</translation>
    </message>
    <message>
        <source>Next operator of this cell</source>
        <translation>此 Cell 的下一个算子</translation>
    </message>
    <message>
        <source>Go to the next operator that the same cell runs itself</source>
        <translation>转到同一 Cell 自身运行的下一个算子</translation>
    </message>
    <message>
        <source>Out of this cell</source>
        <translation>跳出此 Cell</translation>
    </message>
    <message>
        <source>Go behind the call of the present cell</source>
        <translation>转到当前 Cell 的调用之后</translation>
    </message>
    <message>
        <source>Run to operator...</source>
        <translation>运行到算子...</translation>
    </message>
    <message>
        <source>Go to the operator of a number, or run until it is next</source>
        <translation>转到指定编号的算子，或运行到它之前</translation>
    </message>
    <message>
        <source>Run to the next NaN or infinity</source>
        <translation>运行到下一个 NaN 或无穷</translation>
    </message>
    <message>
        <source>Go behind the next operator that makes NaN or an infinity of finite values</source>
        <translation>转到下一个由有限值产生 NaN 或无穷的算子之后</translation>
    </message>
    <message>
        <source>Step back one operator</source>
        <translation>后退一个算子</translation>
    </message>
    <message>
        <source>Look at the operator before; runs nothing</source>
        <translation>查看上一个算子；不执行程序</translation>
    </message>
    <message>
        <source>Step back one line</source>
        <translation>后退一行</translation>
    </message>
    <message>
        <source>Look at the line before, of the same function or its caller; runs nothing</source>
        <translation>查看同一函数或其调用者的上一行；不执行程序</translation>
    </message>
    <message>
        <source>Step back into</source>
        <translation>后退进入</translation>
    </message>
    <message>
        <source>Look at the line that ran before, inside of calls too; runs nothing</source>
        <translation>查看之前运行的一行，包括调用内部；不执行程序</translation>
    </message>
    <message>
        <source>Out backwards</source>
        <translation>向后跳出</translation>
    </message>
    <message>
        <source>Look at what ran before the call of the present function; runs nothing</source>
        <translation>查看当前函数调用之前的位置；不执行程序</translation>
    </message>
    <message>
        <source>Previous operator of this cell</source>
        <translation>此 Cell 的上一个算子</translation>
    </message>
    <message>
        <source>Look at the operator that the same cell ran before; runs nothing</source>
        <translation>查看同一 Cell 之前运行的算子；不执行程序</translation>
    </message>
    <message>
        <source>Back to the last writer of this tensor</source>
        <translation>回到此张量的上次写入</translation>
    </message>
    <message>
        <source>Look at the operator that gave the selected tensor its values</source>
        <translation>查看给选中张量赋值的算子</translation>
    </message>
    <message>
        <source>Back to the first NaN or infinity</source>
        <translation>回到第一个 NaN 或无穷</translation>
    </message>
    <message>
        <source>Look at the first recorded operator that made NaN or an infinity of finite values</source>
        <translation>查看记录中第一个由有限值产生 NaN 或无穷的算子</translation>
    </message>
    <message>
        <source>Continue backwards</source>
        <translation>向后继续</translation>
    </message>
    <message>
        <source>Look at the last operator before this at which a breakpoint stops, or at the first</source>
        <translation>查看此前最近一个会命中断点的算子，没有则查看第一个算子</translation>
    </message>
    <message>
        <source>Previous event</source>
        <translation>上一个事件</translation>
    </message>
    <message>
        <source>Look at the operator before, from anywhere in the window</source>
        <translation>在窗口任意位置查看上一个算子</translation>
    </message>
    <message>
        <source>Next event</source>
        <translation>下一个事件</translation>
    </message>
    <message>
        <source>Look at the operator behind, from anywhere in the window; runs nothing</source>
        <translation>在窗口任意位置查看下一个算子；不执行程序</translation>
    </message>
    <message>
        <source>Return to live</source>
        <translation>返回实时端</translation>
    </message>
    <message>
        <source>Look at the operator that ran last</source>
        <translation>查看最后运行的算子</translation>
    </message>
    <message>
        <source>Bookmark this operator</source>
        <translation>为此算子加书签</translation>
    </message>
    <message>
        <source>Mark the operator that is looked at, or take the mark away</source>
        <translation>给正在查看的算子加书签，或取消书签</translation>
    </message>
    <message>
        <source>Bookmark with a note...</source>
        <translation>加书签并写备注...</translation>
    </message>
    <message>
        <source>Write something at the operator that is looked at</source>
        <translation>给正在查看的算子写备注</translation>
    </message>
    <message>
        <source>First bookmark</source>
        <translation>书签 1</translation>
    </message>
    <message>
        <source>Second bookmark</source>
        <translation>书签 2</translation>
    </message>
    <message>
        <source>Third bookmark</source>
        <translation>书签 3</translation>
    </message>
    <message>
        <source>Fourth bookmark</source>
        <translation>书签 4</translation>
    </message>
    <message>
        <source>Fifth bookmark</source>
        <translation>书签 5</translation>
    </message>
    <message>
        <source>Sixth bookmark</source>
        <translation>书签 6</translation>
    </message>
    <message>
        <source>Seventh bookmark</source>
        <translation>书签 7</translation>
    </message>
    <message>
        <source>Eighth bookmark</source>
        <translation>书签 8</translation>
    </message>
    <message>
        <source>Ninth bookmark</source>
        <translation>书签 9</translation>
    </message>
    <message>
        <source>Look at the operator with that bookmark</source>
        <translation>查看该书签处的算子</translation>
    </message>
    <message>
        <source>Break on operator...</source>
        <translation>在算子处中断...</translation>
    </message>
    <message>
        <source>Stop before every operator of a name</source>
        <translation>在每个同名算子之前停止</translation>
    </message>
    <message>
        <source>Break on exceptions</source>
        <translation>在异常处中断</translation>
    </message>
    <message>
        <source>Stop where an exception is raised, while all frames are still there</source>
        <translation>在抛出异常处停止，此时所有栈帧仍在</translation>
    </message>
</context>
<context>
    <name>ExamplePanel</name>
    <message>
        <source>matrix products</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>element-wise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>normalisation and activation</source>
        <translation>归一化与激活</translation>
    </message>
    <message>
        <source>reductions</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>data movement</source>
        <translation>数据搬移</translation>
    </message>
    <message>
        <source>creation</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
</context>
<context>
    <name>Panels</name>
    <message>
        <source>Console</source>
        <translation>控制台</translation>
    </message>
    <message>
        <source>What the program prints, and Python in the same interpreter</source>
        <translation>程序的输出，以及同一解释器中的 Python</translation>
    </message>
    <message>
        <source>Editor</source>
        <translation>编辑器</translation>
    </message>
    <message>
        <source>Your scripts, with breakpoints, times and results</source>
        <translation>你的脚本，带断点、耗时和结果</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Compile, host and device on one time axis</source>
        <translation>同一时间轴上的编译、主机和设备</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Where the run&apos;s time went</source>
        <translation>运行时间花在哪里</translation>
    </message>
    <message>
        <source>Breakpoints</source>
        <translation>断点</translation>
    </message>
    <message>
        <source>Where the program stops: lines, operators, conditions</source>
        <translation>程序停止之处：行、算子、条件</translation>
    </message>
    <message>
        <source>Call stack</source>
        <translation>调用栈</translation>
    </message>
    <message>
        <source>The Python frames where the program stands, with their names</source>
        <translation>程序停止处的 Python 栈帧及其变量</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Every operator that ran, in its order or below its cells</source>
        <translation>运行过的每个算子，按顺序或按 Cell 层级</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Facts, operands and statistics of what is selected</source>
        <translation>选中内容的信息、操作数和统计</translation>
    </message>
    <message>
        <source>Lock step</source>
        <translation>同步单步</translation>
    </message>
    <message>
        <source>A call eagerly and as its graph, value beside value</source>
        <translation>一次调用的动态图与静态图，数值逐个对照</translation>
    </message>
    <message>
        <source>Where from</source>
        <translation>溯源</translation>
    </message>
    <message>
        <source>The operators and inputs that an element depends on</source>
        <translation>一个元素所依赖的算子和输入</translation>
    </message>
    <message>
        <source>Every element of a tensor: table, heat map, histogram, comparison</source>
        <translation>张量的每个元素：表格、热力图、直方图、比较</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>Python expressions, evaluated in the chosen frame at every stop</source>
        <translation>Python 表达式，每次停止时在所选栈帧中求值</translation>
    </message>
    <message>
        <source>Watchpoints</source>
        <translation>监视点</translation>
    </message>
    <message>
        <source>Rules that watch tensors, and what they found</source>
        <translation>监视张量的规则及其命中</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>The compiled graph at any stage, or the operators as they ran</source>
        <translation>任意阶段的编译图，或按运行顺序的算子</translation>
    </message>
    <message>
        <source>IR text</source>
        <translation>IR 文本</translation>
    </message>
    <message>
        <source>Any two stages of a compiled function as text, line by line</source>
        <translation>编译函数的任意两个阶段，以文本逐行对照</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>优化遍</translation>
    </message>
    <message>
        <source>What each optimization pass did to the graph, and why</source>
        <translation>每个优化遍对图的改变及原因</translation>
    </message>
</context>
<context>
    <name>Passes</name>
    <message>
        <source>Pass</source>
        <translation>优化遍</translation>
    </message>
    <message>
        <source>%1, cycle %2</source>
        <translation>%1，第 %2 轮</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>front end</source>
        <translation>前端</translation>
    </message>
    <message>
        <source>hwopt</source>
        <translation>hwopt</translation>
    </message>
    <message>
        <source>graph kernels</source>
        <translation>图算融合</translation>
    </message>
    <message>
        <source>first dump</source>
        <translation>首个转储</translation>
    </message>
    <message>
        <source>capture</source>
        <translation>捕获</translation>
    </message>
    <message>
        <source>The graph as it was captured</source>
        <translation>捕获时的图</translation>
    </message>
    <message>
        <source>%1 → %2 nodes</source>
        <translation>%1 → %2 个节点</translation>
    </message>
    <message>
        <source>codegen · 1 kernel</source>
        <translation>代码生成 · 1 个内核</translation>
    </message>
    <message>
        <source>codegen · %1 kernels</source>
        <translation>代码生成 · %1 个内核</translation>
    </message>
    <message>
        <source>The final graph</source>
        <translation>最终的图</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>Perspectives</name>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Run and step a program, with its graph and its values</source>
        <translation>运行并单步程序，查看图和数值</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>优化遍</translation>
    </message>
    <message>
        <source>See what each optimization pass did to the graph</source>
        <translation>查看每个优化遍对图的改变</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>性能</translation>
    </message>
    <message>
        <source>Find where the time goes</source>
        <translation>找出时间花在哪里</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>轨迹</translation>
    </message>
    <message>
        <source>Read the timeline of a device</source>
        <translation>查看设备的时间线</translation>
    </message>
</context>
<context>
    <name>Ribbon</name>
    <message>
        <source>as captured</source>
        <translation>捕获时</translation>
    </message>
    <message>
        <source>final graph</source>
        <translation>最终图</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>优化遍</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>切片</translation>
    </message>
</context>
<context>
    <name>RunChoices</name>
    <message>
        <source>As the script says</source>
        <translation>按脚本设置</translation>
    </message>
    <message>
        <source>Force nothing</source>
        <translation>不强制</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>PyNative</source>
        <translation>PyNative</translation>
    </message>
    <message>
        <source>Run operator by operator</source>
        <translation>逐算子运行</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Compile cells and run them as graphs</source>
        <translation>把 Cell 编译成图运行</translation>
    </message>
    <message>
        <source>Graph level</source>
        <translation>图优化级别</translation>
    </message>
    <message>
        <source>Graph optimizations and pattern fusions only</source>
        <translation>只做图优化和模式融合</translation>
    </message>
    <message>
        <source>Also fuse element-wise operators into compiled kernels</source>
        <translation>同时把逐元素算子融合为编译内核</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Compute on this machine</source>
        <translation>在本机计算</translation>
    </message>
    <message>
        <source>Ascend · simulated</source>
        <translation>Ascend · 模拟</translation>
    </message>
    <message>
        <source>Compute on this machine and simulate the timeline of an Ascend device</source>
        <translation>在本机计算，并模拟 Ascend 设备的时间线</translation>
    </message>
</context>
<context>
    <name>WatchRules</name>
    <message>
        <source>the mean of the magnitudes is above</source>
        <translation>绝对值均值大于</translation>
    </message>
    <message>
        <source>the largest element is above</source>
        <translation>最大元素大于</translation>
    </message>
    <message>
        <source>the smallest element is above</source>
        <translation>最小元素大于</translation>
    </message>
    <message>
        <source>the mean is above</source>
        <translation>均值大于</translation>
    </message>
    <message>
        <source>the mean of the magnitudes is below</source>
        <translation>绝对值均值小于</translation>
    </message>
    <message>
        <source>the largest element is below</source>
        <translation>最大元素小于</translation>
    </message>
    <message>
        <source>the smallest element is below</source>
        <translation>最小元素小于</translation>
    </message>
    <message>
        <source>the mean is below</source>
        <translation>均值小于</translation>
    </message>
    <message>
        <source>the percentage of zeros is at least</source>
        <translation>零元素百分比不小于</translation>
    </message>
    <message>
        <source>the range begins at</source>
        <translation>范围起点</translation>
    </message>
    <message>
        <source>the range ends at</source>
        <translation>范围终点</translation>
    </message>
    <message>
        <source>the percentage of elements in the range is below</source>
        <translation>范围内元素百分比小于</translation>
    </message>
    <message>
        <source>the percentage of elements in the range is above</source>
        <translation>范围内元素百分比大于</translation>
    </message>
    <message>
        <source>the distance from the smallest to the largest element is below</source>
        <translation>最大与最小元素之差小于</translation>
    </message>
    <message>
        <source>the distance from the smallest to the largest element is above</source>
        <translation>最大与最小元素之差大于</translation>
    </message>
    <message>
        <source>the mean change relative to the mean magnitude is above</source>
        <translation>平均变化与绝对值均值之比大于</translation>
    </message>
    <message>
        <source>added to the mean magnitude before it divides</source>
        <translation>作除数前加到绝对值均值上的数</translation>
    </message>
    <message>
        <source>the mean change relative to the mean magnitude is below</source>
        <translation>平均变化与绝对值均值之比小于</translation>
    </message>
    <message>
        <source>no element changed by more than this part of itself</source>
        <translation>各元素的变化不超过自身的比例</translation>
    </message>
    <message>
        <source>nor by more than this</source>
        <translation>外加绝对量</translation>
    </message>
    <message>
        <source>1: NaN that stays NaN counts as unchanged</source>
        <translation>1：保持为 NaN 视为未变化</translation>
    </message>
    <message>
        <source>Weight initialization</source>
        <translation>权重初始化</translation>
    </message>
    <message>
        <source>A weight starts with too many zeros, or with too large or too small values.</source>
        <translation>权重初始时零过多，或数值过大、过小。</translation>
    </message>
    <message>
        <source>Weight overflow</source>
        <translation>权重溢出</translation>
    </message>
    <message>
        <source>A weight holds NaN or an infinity.</source>
        <translation>权重含有 NaN 或无穷。</translation>
    </message>
    <message>
        <source>Weight too large</source>
        <translation>权重过大</translation>
    </message>
    <message>
        <source>A weight&apos;s values are too large.</source>
        <translation>权重的数值过大。</translation>
    </message>
    <message>
        <source>Weight too small</source>
        <translation>权重过小</translation>
    </message>
    <message>
        <source>A weight&apos;s values are too small.</source>
        <translation>权重的数值过小。</translation>
    </message>
    <message>
        <source>Weight not changed</source>
        <translation>权重未变化</translation>
    </message>
    <message>
        <source>A step left a weight as it was.</source>
        <translation>一步之后权重没有变化。</translation>
    </message>
    <message>
        <source>Weight change too large</source>
        <translation>权重变化过大</translation>
    </message>
    <message>
        <source>A step changed a weight by too much.</source>
        <translation>一步使权重变化过大。</translation>
    </message>
    <message>
        <source>Weight change too small</source>
        <translation>权重变化过小</translation>
    </message>
    <message>
        <source>A step hardly changed a weight.</source>
        <translation>一步几乎没有改变权重。</translation>
    </message>
    <message>
        <source>Gradient vanishing</source>
        <translation>梯度消失</translation>
    </message>
    <message>
        <source>A gradient is so small that nothing is learned from it.</source>
        <translation>梯度过小，无法从中学习。</translation>
    </message>
    <message>
        <source>Gradient too large</source>
        <translation>梯度过大</translation>
    </message>
    <message>
        <source>A gradient&apos;s values are too large.</source>
        <translation>梯度的数值过大。</translation>
    </message>
    <message>
        <source>Gradient exploding</source>
        <translation>梯度爆炸</translation>
    </message>
    <message>
        <source>A gradient holds NaN or an infinity.</source>
        <translation>梯度含有 NaN 或无穷。</translation>
    </message>
    <message>
        <source>Activation range</source>
        <translation>激活值范围</translation>
    </message>
    <message>
        <source>Too few or too many results of an activation lie in a range.</source>
        <translation>激活结果落在范围内的过少或过多。</translation>
    </message>
    <message>
        <source>Overflow</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>A result holds NaN or an infinity.</source>
        <translation>结果含有 NaN 或无穷。</translation>
    </message>
    <message>
        <source>Operator overflow</source>
        <translation>算子溢出</translation>
    </message>
    <message>
        <source>An operator gave NaN or an infinity though none of its operands held any.</source>
        <translation>操作数都不含 NaN 或无穷，算子却产生了。</translation>
    </message>
    <message>
        <source>Initialization</source>
        <translation>初始化</translation>
    </message>
    <message>
        <source>A tensor from outside starts with too many zeros, or with too large or too small values.</source>
        <translation>外部输入的张量初始时零过多，或数值过大、过小。</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>过大</translation>
    </message>
    <message>
        <source>A result&apos;s values are too large.</source>
        <translation>结果的数值过大。</translation>
    </message>
    <message>
        <source>Too small</source>
        <translation>过小</translation>
    </message>
    <message>
        <source>A result&apos;s values are too small.</source>
        <translation>结果的数值过小。</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Too few or too many elements of a result lie in a range.</source>
        <translation>结果中落在范围内的元素过少或过多。</translation>
    </message>
    <message>
        <source>All zero</source>
        <translation>全零</translation>
    </message>
    <message>
        <source>A result consists of zeros.</source>
        <translation>结果全为零。</translation>
    </message>
    <message>
        <source>Change too large</source>
        <translation>变化过大</translation>
    </message>
    <message>
        <source>A result differs too much from that of the step before.</source>
        <translation>结果与上一步相差过大。</translation>
    </message>
    <message>
        <source>Change too small</source>
        <translation>变化过小</translation>
    </message>
    <message>
        <source>A result hardly differs from that of the step before.</source>
        <translation>结果与上一步几乎相同。</translation>
    </message>
    <message>
        <source>Not changed</source>
        <translation>未变化</translation>
    </message>
    <message>
        <source>A result is the same as in the step before.</source>
        <translation>结果与上一步相同。</translation>
    </message>
</context>
<context>
    <name>jitscope</name>
    <message>
        <source>fused kernel</source>
        <translation>融合内核</translation>
    </message>
    <message>
        <source>1 input</source>
        <translation>1 个输入</translation>
    </message>
    <message>
        <source>%1 inputs</source>
        <translation>%1 个输入</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>未变</translation>
    </message>
    <message>
        <source>rewired</source>
        <translation>重新连接</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>fused</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>folded to a constant</source>
        <translation>折叠为常量</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Ran</source>
        <translation>运行方式</translation>
    </message>
    <message>
        <source>in a compiled graph</source>
        <translation>在编译的图中</translation>
    </message>
    <message>
        <source>eagerly (PyNative)</source>
        <translation>动态图 (PyNative)</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>计算量</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源码</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Made from</source>
        <translation>来源于</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>compiled in %1</source>
        <translation>编译用时 %1</translation>
    </message>
    <message>
        <source>input %1</source>
        <translation>输入 %1</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>applied</source>
        <translation>已应用</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>pass</source>
        <translation>优化遍</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>closed scope</source>
        <translation>折叠的作用域</translation>
    </message>
    <message>
        <source>about to run</source>
        <translation>即将运行</translation>
    </message>
    <message>
        <source>-infinity</source>
        <translation>负无穷</translation>
    </message>
    <message>
        <source>negative</source>
        <translation>负</translation>
    </message>
    <message>
        <source>zero</source>
        <translation>零</translation>
    </message>
    <message>
        <source>positive</source>
        <translation>正</translation>
    </message>
    <message>
        <source>+infinity</source>
        <translation>正无穷</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n 个元素</numerusform>
        </translation>
    </message>
    <message>
        <source>Made by</source>
        <translation>生成者</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>≈ all</source>
        <translation>≈ 全部</translation>
    </message>
    <message>
        <source>All elements of this tensor: an operator after it has no rule for single elements.</source>
        <translation>此张量的全部元素：其后有算子没有逐元素规则。</translation>
    </message>
    <message>
        <source>All %1 elements.</source>
        <translation>全部 %1 个元素。</translation>
    </message>
    <message>
        <source>%1 of %2 elements.</source>
        <translation>%1 / %2 个元素。</translation>
    </message>
    <message>
        <source>This element is neither NaN nor infinite nor too large.</source>
        <translation>此元素不是 NaN、不是无穷，也不过大。</translation>
    </message>
    <message>
        <source>infinite</source>
        <translation>无穷</translation>
    </message>
    <message>
        <source>too large (%1)</source>
        <translation>过大 (%1)</translation>
    </message>
    <message>
        <source>It was %1 already in the input %2.</source>
        <translation>在输入 %2 中就已是 %1。</translation>
    </message>
    <message>
        <source>%1 made it %2</source>
        <translation>%1 使其变为 %2</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>输入 %1</translation>
    </message>
    <message>
        <source>out</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>out %1</source>
        <translation>输出 %1</translation>
    </message>
    <message>
        <source>this</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>gradient of</source>
        <translation>前向张量</translation>
    </message>
    <message>
        <source>On</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>When</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>On a hit</source>
        <translation>命中时</translation>
    </message>
    <message>
        <source>stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>list</source>
        <translation>仅列出</translation>
    </message>
    <message>
        <source>Actual</source>
        <translation>实际值</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>阈值</translation>
    </message>
</context>
<context>
    <name>jitscope::AxisBoxes</name>
    <message>
        <source>Swap rows and columns</source>
        <translation>交换行和列</translation>
    </message>
    <message>
        <source>Axis %1 of %2, size %3</source>
        <translation>轴 %1（共 %2），大小 %3</translation>
    </message>
    <message>
        <source>An index (3, -1) or a range (:, 2:5); Up and Down step</source>
        <translation>索引 (3, -1) 或范围 (:, 2:5)；上下键步进</translation>
    </message>
</context>
<context>
    <name>jitscope::BreakpointEditor</name>
    <message>
        <source>loss &gt; 10</source>
        <translation>loss &gt; 10</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>step {i}: loss {loss}</source>
        <translation>step {i}: loss {loss}</translation>
    </message>
    <message>
        <source>Log message</source>
        <translation>日志消息</translation>
    </message>
    <message>
        <source>On</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>A Python expression in the frame of the line; empty stops always</source>
        <translation>该行栈帧中的 Python 表达式；留空则总是停止</translation>
    </message>
    <message>
        <source>Prints this and does not stop; {expression} is evaluated in the frame</source>
        <translation>打印此消息而不停止；{expression} 在栈帧中求值</translation>
    </message>
    <message>
        <source>From hit</source>
        <translation>起始命中</translation>
    </message>
    <message>
        <source>Stops from this hit on</source>
        <translation>从第几次命中起停止</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Breakpoint at %1:%2</source>
        <translation>断点 %1:%2</translation>
    </message>
    <message>
        <source>The condition is no Python expression.</source>
        <translation>条件不是 Python 表达式。</translation>
    </message>
    <message>
        <source>The braces of the log message do not match.</source>
        <translation>日志消息的花括号不配对。</translation>
    </message>
    <message>
        <source>{%1} in the log message is no Python expression.</source>
        <translation>日志消息中的 {%1} 不是 Python 表达式。</translation>
    </message>
</context>
<context>
    <name>jitscope::BreakpointModel</name>
    <message>
        <source>This breakpoint is set already.</source>
        <translation>此断点已设置。</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>From hit</source>
        <translation>起始命中</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Hits</source>
        <translation>命中次数</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no Python expression</source>
        <translation>“%1”不是 Python 表达式</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no number of hits</source>
        <translation>“%1”不是命中次数</translation>
    </message>
</context>
<context>
    <name>jitscope::BreakpointsPanel</name>
    <message>
        <source>condition</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>No breakpoint is set</source>
        <translation>未设置断点</translation>
    </message>
    <message>
        <source>Press F9 on a line of the editor, or add an operator or a condition here.</source>
        <translation>在编辑器的行上按 F9，或在此添加算子或条件。</translation>
    </message>
    <message>
        <source>Breakpoints</source>
        <translation>断点</translation>
    </message>
    <message>
        <source>Kind of the new breakpoint</source>
        <translation>新断点的类型</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Operator #%1 was not recorded yet.</source>
        <translation>算子 #%1 尚未记录。</translation>
    </message>
    <message>
        <source>No recorded operator is a %1.</source>
        <translation>记录中没有 %1 算子。</translation>
    </message>
    <message>
        <source>Go there	Enter</source>
        <translation>转到该处	Enter</translation>
    </message>
    <message>
        <source>Change the condition</source>
        <translation>更改条件</translation>
    </message>
    <message>
        <source>Remove	Del</source>
        <translation>移除	Del</translation>
    </message>
    <message>
        <source>Remove all</source>
        <translation>全部移除</translation>
    </message>
    <message>
        <source>Undo	Ctrl+Z</source>
        <translation>撤销	Ctrl+Z</translation>
    </message>
</context>
<context>
    <name>jitscope::Builder</name>
    <message>
        <source>call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>1 member</source>
        <translation>1 个成员</translation>
    </message>
    <message>
        <source>%1 members</source>
        <translation>%1 个成员</translation>
    </message>
    <message>
        <source>1 branch</source>
        <translation>1 个分支</translation>
    </message>
    <message>
        <source>%1 branches</source>
        <translation>%1 个分支</translation>
    </message>
    <message>
        <source>runs in Python</source>
        <translation>在 Python 中运行</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Return</translation>
    </message>
</context>
<context>
    <name>jitscope::CallstackPanel</name>
    <message>
        <source>Locals</source>
        <translation>局部变量</translation>
    </message>
    <message>
        <source>Globals</source>
        <translation>全局变量</translation>
    </message>
    <message>
        <source>Names of the chosen frame</source>
        <translation>所选栈帧的变量</translation>
    </message>
    <message>
        <source>Frames, innermost first</source>
        <translation>栈帧，最内层在前</translation>
    </message>
    <message>
        <source>The program runs</source>
        <translation>程序正在运行</translation>
    </message>
    <message>
        <source>No call stack</source>
        <translation>没有调用栈</translation>
    </message>
    <message>
        <source>Pause it with F6 to see where it is.</source>
        <translation>按 F6 暂停，查看运行到何处。</translation>
    </message>
    <message>
        <source>Step with F10, set a breakpoint with F9, or select an operator that ran.</source>
        <translation>按 F10 单步，按 F9 设置断点，或选中一个运行过的算子。</translation>
    </message>
    <message>
        <source>F2 changes it in the program, which then goes on with the new value. There is no undo: an old value can only be assigned again.</source>
        <translation>按 F2 在程序中更改，程序随后使用新值继续。无法撤销：只能重新赋旧值。</translation>
    </message>
    <message>
        <source>It can be changed while the program stands still and you are at the live end.</source>
        <translation>程序停止且位于实时端时才可更改。</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
</context>
<context>
    <name>jitscope::CodeEditor</name>
    <message>
        <source>The program stands here</source>
        <translation>程序停在此处</translation>
    </message>
    <message>
        <source>The operator that is looked at ran here</source>
        <translation>正在查看的算子在此处运行</translation>
    </message>
    <message>
        <source>Stops here</source>
        <translation>在此处停止</translation>
    </message>
    <message>
        <source>Prints &quot;%1&quot; here</source>
        <translation>在此处打印“%1”</translation>
    </message>
    <message>
        <source>%1 if %2</source>
        <translation>%1，条件 %2</translation>
    </message>
    <message>
        <source>%1, from hit %2 on</source>
        <translation>%1，从第 %2 次命中起</translation>
    </message>
    <message>
        <source>%1 (off)</source>
        <translation>%1（已停用）</translation>
    </message>
    <message>
        <source>Its operators ran eagerly</source>
        <translation>其算子以动态图运行</translation>
    </message>
    <message>
        <source>It is part of a compiled graph that ran</source>
        <translation>属于运行过的编译图</translation>
    </message>
    <message>
        <source>Its operators ran eagerly, and it is part of a compiled graph that ran</source>
        <translation>其算子以动态图运行，同时属于运行过的编译图</translation>
    </message>
    <message>
        <source>%1 (what #%2 on line %3 gave)</source>
        <translation>%1（第 %3 行 #%2 的结果）</translation>
    </message>
</context>
<context>
    <name>jitscope::CompareBar</name>
    <message>
        <source>What to compare the shown tensor with</source>
        <translation>与什么比较所显示的张量</translation>
    </message>
    <message>
        <source>First</source>
        <translation>首处</translation>
    </message>
    <message>
        <source>Go to the first element that differs</source>
        <translation>转到第一个不同的元素</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>最大处</translation>
    </message>
    <message>
        <source>Go to the largest difference</source>
        <translation>转到最大的差异</translation>
    </message>
    <message>
        <source>Which side is shown</source>
        <translation>显示哪一方</translation>
    </message>
    <message>
        <source>This</source>
        <translation>此张量</translation>
    </message>
    <message>
        <source>The tensor itself</source>
        <translation>张量本身</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>另一方</translation>
    </message>
    <message>
        <source>What it is compared with</source>
        <translation>比较的对象</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>This minus the other</source>
        <translation>此张量减去另一方</translation>
    </message>
    <message>
        <source>#118 out 2</source>
        <translation>#118 out 2</translation>
    </message>
    <message>
        <source>Operator whose tensor to compare with</source>
        <translation>与哪个算子的张量比较</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>不比较</translation>
    </message>
    <message>
        <source>One step earlier</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Eager against graph</source>
        <translation>动态图与静态图</translation>
    </message>
    <message>
        <source>Another operator&apos;s tensor...</source>
        <translation>另一个算子的张量...</translation>
    </message>
    <message>
        <source>The same line in another recording...</source>
        <translation>另一份记录中的同一行...</translation>
    </message>
    <message>
        <source>before the write</source>
        <translation>写入之前</translation>
    </message>
    <message>
        <source>one step earlier</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>eager against graph</source>
        <translation>动态图与静态图</translation>
    </message>
    <message>
        <source>Compare with...</source>
        <translation>比较...</translation>
    </message>
    <message>
        <source>Compared with: %1</source>
        <translation>比较对象：%1</translation>
    </message>
    <message>
        <source>After</source>
        <translation>写入后</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>写入前</translation>
    </message>
    <message>
        <source>max |Δ| %1</source>
        <translation>最大 |Δ| %1</translation>
    </message>
    <message>
        <source>= equal</source>
        <translation>= 相等</translation>
    </message>
    <message>
        <source>relative %1</source>
        <translation>相对 %1</translation>
    </message>
    <message>
        <source>%1 ULP</source>
        <translation>%1 ULP</translation>
    </message>
    <message>
        <source>%1 of %2 differ</source>
        <translation>%2 个中 %1 个不同</translation>
    </message>
    <message>
        <source>first at %1</source>
        <translation>首处 %1</translation>
    </message>
</context>
<context>
    <name>jitscope::ConsolePanel</name>
    <message>
        <source>Clear the console (Ctrl+L)</source>
        <translation>清空控制台 (Ctrl+L)</translation>
    </message>
    <message>
        <source>Clear the console</source>
        <translation>清空控制台</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
</context>
<context>
    <name>jitscope::ConsoleView</name>
    <message numerus="yes">
        <source>[%n line(s) not shown here; the session has them]</source>
        <translation>
            <numerusform>[此处未显示 %n 行；会话中仍保留]</numerusform>
        </translation>
    </message>
    <message>
        <source>Console</source>
        <translation>控制台</translation>
    </message>
</context>
<context>
    <name>jitscope::Dialogs</name>
    <message>
        <source>About JitScope</source>
        <translation>关于 JitScope</translation>
    </message>
    <message>
        <source>A visual graph debugger for eager and compiled tensor programs.</source>
        <translation>面向动态图与静态图张量程序的可视化图调试器。</translation>
    </message>
    <message>
        <source>The window is free software under GPL-3.0-or-later, the engine and the plugins under Apache-2.0.</source>
        <translation>窗口是 GPL-3.0-or-later 许可的自由软件，引擎和插件采用 Apache-2.0 许可。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>按键</translation>
    </message>
</context>
<context>
    <name>jitscope::Dock</name>
    <message>
        <source>Panel %1</source>
        <translation>面板 %1</translation>
    </message>
    <message>
        <source>Move, detach or close this panel</source>
        <translation>移动、分离或关闭此面板</translation>
    </message>
    <message>
        <source>Options of panel %1</source>
        <translation>面板 %1 的选项</translation>
    </message>
    <message>
        <source>Put back into the window</source>
        <translation>放回窗口</translation>
    </message>
    <message>
        <source>Detach into a window of its own</source>
        <translation>分离为独立窗口</translation>
    </message>
    <message>
        <source>Maximize or restore</source>
        <translation>最大化或还原</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>jitscope::EditorPanel</name>
    <message>
        <source>No script is open</source>
        <translation>没有打开的脚本</translation>
    </message>
    <message>
        <source>Open one with Ctrl+O, drop it here, or begin a new one with Ctrl+N.</source>
        <translation>按 Ctrl+O 打开脚本，或拖放到此处，或按 Ctrl+N 新建。</translation>
    </message>
    <message>
        <source>Open scripts</source>
        <translation>打开的脚本</translation>
    </message>
    <message>
        <source>values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>heat</source>
        <translation>热度</translation>
    </message>
    <message>
        <source>Mark lines by the time they took</source>
        <translation>按耗时标记各行</translation>
    </message>
    <message>
        <source>Text of %1</source>
        <translation>%1 的文本</translation>
    </message>
    <message>
        <source>%1 (recorded)</source>
        <translation>%1（记录）</translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>关闭 %1</translation>
    </message>
    <message>
        <source>Show types, shapes and values behind the lines that ran</source>
        <translation>在运行过的行后显示类型、形状和数值</translation>
    </message>
    <message>
        <source>coverage</source>
        <translation>覆盖</translation>
    </message>
    <message>
        <source>Mark lines that ran eagerly (dot), in a compiled graph (ring), or both</source>
        <translation>标记以动态图运行（圆点）、在编译的图中运行（圆环）或两者兼有的行</translation>
    </message>
    <message>
        <source>Running to a line goes on from a stop: start with F10, or set a breakpoint with F9.</source>
        <translation>运行到某行需从停止处继续：按 F10 启动，或按 F9 设置断点。</translation>
    </message>
    <message>
        <source>No operator ran on line %1 before.</source>
        <translation>此前第 %1 行没有运行过算子。</translation>
    </message>
    <message>
        <source>No operator ran on line %1 behind this one.</source>
        <translation>此算子之后第 %1 行没有运行过算子。</translation>
    </message>
    <message>
        <source>Add breakpoint</source>
        <translation>添加断点</translation>
    </message>
    <message>
        <source>Remove breakpoint</source>
        <translation>移除断点</translation>
    </message>
    <message>
        <source>Add conditional breakpoint or log point...</source>
        <translation>添加条件断点或日志点...</translation>
    </message>
    <message>
        <source>Edit breakpoint...</source>
        <translation>编辑断点...</translation>
    </message>
    <message>
        <source>Turn breakpoint off</source>
        <translation>停用断点</translation>
    </message>
    <message>
        <source>Turn breakpoint on</source>
        <translation>启用断点</translation>
    </message>
    <message>
        <source>Run to this line</source>
        <translation>运行到此行</translation>
    </message>
    <message>
        <source>Back to this line</source>
        <translation>后退到此行</translation>
    </message>
    <message>
        <source>Add to Watch</source>
        <translation>添加到监视</translation>
    </message>
    <message>
        <source>%1 is not known at #%2</source>
        <translation>在 #%2 处 %1 未知</translation>
    </message>
</context>
<context>
    <name>jitscope::ElementBar</name>
    <message>
        <source>Where from</source>
        <translation>溯源</translation>
    </message>
    <message>
        <source>Which operators and inputs this element depends on</source>
        <translation>此元素依赖哪些算子和输入</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>◆ NaN</source>
        <translation>◆ NaN</translation>
    </message>
    <message>
        <source>Go to the next NaN</source>
        <translation>转到下一个 NaN</translation>
    </message>
    <message>
        <source>▲ Inf</source>
        <translation>▲ Inf</translation>
    </message>
    <message>
        <source>Go to the next infinity</source>
        <translation>转到下一个无穷</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Go to the largest element</source>
        <translation>转到最大的元素</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Go to the smallest element</source>
        <translation>转到最小的元素</translation>
    </message>
    <message>
        <source>≠ 0</source>
        <translation>≠ 0</translation>
    </message>
    <message>
        <source>Go to the next element that is not zero</source>
        <translation>转到下一个非零元素</translation>
    </message>
    <message>
        <source>0, 3, 17</source>
        <translation>0, 3, 17</translation>
    </message>
    <message>
        <source>Go to index</source>
        <translation>转到索引</translation>
    </message>
    <message>
        <source>Go to index (Ctrl+G): one number for each axis, or one position</source>
        <translation>转到索引 (Ctrl+G)：每个轴一个数，或一个位置</translation>
    </message>
</context>
<context>
    <name>jitscope::EventColumns</name>
    <message>
        <source>Columns as at first</source>
        <translation>恢复默认列</translation>
    </message>
</context>
<context>
    <name>jitscope::EventFilterBar</name>
    <message>
        <source>filter: MatMul, nan(out), time &gt; 1ms, scope:fc</source>
        <translation>筛选：MatMul, nan(out), time &gt; 1ms, scope:fc</translation>
    </message>
    <message>
        <source>Show operators as</source>
        <translation>算子显示方式</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Operators in the order in which they ran</source>
        <translation>按运行顺序的算子</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation>树</translation>
    </message>
    <message>
        <source>Below their phase, functions and cells</source>
        <translation>按阶段、函数和 Cell 分层</translation>
    </message>
    <message>
        <source>Recent filters</source>
        <translation>最近的筛选</translation>
    </message>
    <message>
        <source>go to #</source>
        <translation>转到 #</translation>
    </message>
    <message>
        <source>Go to the operator of this number</source>
        <translation>转到此编号的算子</translation>
    </message>
    <message>
        <source>Type a number and press Enter</source>
        <translation>输入编号后按 Enter</translation>
    </message>
    <message>
        <source>Example: %1</source>
        <translation>示例：%1</translation>
    </message>
</context>
<context>
    <name>jitscope::EventFindBar</name>
    <message>
        <source>find: a name, a condition or a number</source>
        <translation>查找：名称、条件或编号</translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation>上一处匹配 (Shift+F3)</translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation>下一处匹配 (F3)</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>关闭查找</translation>
    </message>
    <message>
        <source>there is no #%1</source>
        <translation>没有 #%1</translation>
    </message>
    <message>
        <source>searching</source>
        <translation>正在查找</translation>
    </message>
    <message>
        <source>from the other end</source>
        <translation>已从另一端继续</translation>
    </message>
    <message>
        <source>no operator matches</source>
        <translation>没有匹配的算子</translation>
    </message>
</context>
<context>
    <name>jitscope::EventModel</name>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Operands → result</source>
        <translation>操作数 → 结果</translation>
    </message>
    <message>
        <source>− 0 +</source>
        <translation>− 0 +</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>What the result holds: negative, zero and positive elements; infinities and NaN stand out</source>
        <translation>结果的组成：负、零、正元素；无穷和 NaN 突出显示</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s), to #%1</source>
        <translation>
            <numerusform>%n 个算子，到 #%1</numerusform>
        </translation>
    </message>
    <message>
        <source>next</source>
        <translation>待运行</translation>
    </message>
    <message>
        <source>%1 → next</source>
        <translation>%1 → 待运行</translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 失败：%2</translation>
    </message>
    <message>
        <source>being worked out</source>
        <translation>正在计算</translation>
    </message>
    <message>
        <source>no values were recorded</source>
        <translation>未记录数值</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
</context>
<context>
    <name>jitscope::EventsPanel</name>
    <message>
        <source>Operators that ran</source>
        <translation>运行过的算子</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>No operator ran yet</source>
        <translation>还没有运行算子</translation>
    </message>
    <message>
        <source>Run a script (F5), or step through it one operator at a time (F10).</source>
        <translation>运行脚本 (F5)，或逐个算子单步 (F10)。</translation>
    </message>
    <message>
        <source>No operator matches the filter</source>
        <translation>没有符合筛选条件的算子</translation>
    </message>
    <message>
        <source>Filtering</source>
        <translation>正在筛选</translation>
    </message>
    <message>
        <source>Clear the filter with Esc to see all operators.</source>
        <translation>按 Esc 清除筛选，查看所有算子。</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n 个算子</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>in the past; End returns to live</source>
        <translation>回看中；End 返回实时端</translation>
    </message>
    <message>
        <source>%1 shown, %2 hidden by the filter</source>
        <translation>显示 %1 个，筛选隐藏 %2 个</translation>
    </message>
    <message>
        <source>filtering was cancelled: %1 not looked at</source>
        <translation>筛选已取消：%1 个未检查</translation>
    </message>
    <message>
        <source>filtering: %1 %</source>
        <translation>正在筛选：%1 %</translation>
    </message>
    <message>
        <source>%1 of these have no recorded values to ask</source>
        <translation>其中 %1 个没有记录数值，无法判断</translation>
    </message>
    <message>
        <source>There is no operator #%1.</source>
        <translation>没有算子 #%1。</translation>
    </message>
    <message>
        <source>Operator #%1 is hidden by the filter.</source>
        <translation>算子 #%1 被筛选隐藏。</translation>
    </message>
    <message>
        <source>Show in graph</source>
        <translation>在图中显示</translation>
    </message>
    <message>
        <source>Open all</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Close all</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Run this operator</source>
        <translation>运行此算子</translation>
    </message>
    <message>
        <source>#%1</source>
        <translation>#%1</translation>
    </message>
    <message>
        <source>Break before operator #%1 in the next run</source>
        <translation>下次运行时在算子 #%1 之前中断</translation>
    </message>
    <message>
        <source>Break on every %1</source>
        <translation>在每个 %1 处中断</translation>
    </message>
    <message>
        <source>Change the note of the bookmark...</source>
        <translation>更改书签备注...</translation>
    </message>
    <message>
        <source>Bookmark with a note...</source>
        <translation>加书签并写备注...</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>Note at #%1</source>
        <translation>#%1 的备注</translation>
    </message>
    <message>
        <source>Only %1</source>
        <translation>仅 %1</translation>
    </message>
    <message>
        <source>Without %1</source>
        <translation>排除 %1</translation>
    </message>
    <message>
        <source>Only scope %1</source>
        <translation>仅作用域 %1</translation>
    </message>
    <message>
        <source>Only line %1</source>
        <translation>仅第 %1 行</translation>
    </message>
    <message>
        <source>Only the first %1 rows were copied.</source>
        <translation>只复制了前 %1 行。</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::FindBar</name>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一处匹配</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一处匹配</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>关闭查找</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
</context>
<context>
    <name>jitscope::Finder</name>
    <message>
        <source>Nothing fits.</source>
        <translation>没有匹配项。</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
</context>
<context>
    <name>jitscope::FrameSource</name>
    <message>
        <source>Call stack of #%1. Names are known only where the program stopped.</source>
        <translation>#%1 的调用栈。变量仅在程序停止处可知。</translation>
    </message>
    <message>
        <source>As they were at the stop before #%1</source>
        <translation>#%1 之前停止时的状态</translation>
    </message>
    <message>
        <source>As they were at the stop after #%1</source>
        <translation>#%1 之后停止时的状态</translation>
    </message>
</context>
<context>
    <name>jitscope::GraphPanel</name>
    <message>
        <source>No graph yet</source>
        <translation>还没有图</translation>
    </message>
    <message>
        <source>Run a script (F5): operators appear here as they run, compiled functions with every stage of their graph. Or open a session, a .ir file or a folder of dumps.</source>
        <translation>运行脚本 (F5)：算子会随运行出现在这里，编译的函数会显示其图的每个阶段。也可以打开会话、.ir 文件或转储文件夹。</translation>
    </message>
    <message>
        <source>Which graph is shown</source>
        <translation>显示哪个图</translation>
    </message>
    <message>
        <source>At which stage of the compile</source>
        <translation>处于编译的哪个阶段</translation>
    </message>
    <message>
        <source>Draw tuples, loads, dependencies and constants as plain edges and arguments</source>
        <translation>把元组、加载、依赖和常量画成普通的边和参数</translation>
    </message>
    <message>
        <source>Layout, export and more</source>
        <translation>布局、导出等</translation>
    </message>
    <message>
        <source>time</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Live tape: operators as they ran</source>
        <translation>实时记录：按运行顺序的算子</translation>
    </message>
    <message>
        <source>Captured</source>
        <translation>捕获</translation>
    </message>
    <message>
        <source>After %1</source>
        <translation>%1 之后</translation>
    </message>
    <message>
        <source>Final</source>
        <translation>最终</translation>
    </message>
    <message>
        <source>Show all	Space</source>
        <translation>全部显示	Space</translation>
    </message>
    <message>
        <source>Zoom to selection	F</source>
        <translation>缩放到选中项	F</translation>
    </message>
    <message>
        <source>Find…	Ctrl+F</source>
        <translation>查找…	Ctrl+F</translation>
    </message>
    <message>
        <source>Layout: automatic</source>
        <translation>布局：自动</translation>
    </message>
    <message>
        <source>Layout: layered</source>
        <translation>布局：分层</translation>
    </message>
    <message>
        <source>Layout: Graphviz (up to %1 nodes)</source>
        <translation>布局：Graphviz（最多 %1 个节点）</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Export picture…</source>
        <translation>导出图片…</translation>
    </message>
    <message>
        <source>live tape</source>
        <translation>实时记录</translation>
    </message>
    <message>
        <source>captured</source>
        <translation>捕获</translation>
    </message>
    <message>
        <source>final</source>
        <translation>最终</translation>
    </message>
    <message>
        <source>plumbing folded · %1</source>
        <translation>已折叠辅助节点 · %1</translation>
    </message>
    <message>
        <source>plumbing shown</source>
        <translation>显示辅助节点</translation>
    </message>
    <message>
        <source>Export the graph</source>
        <translation>导出图</translation>
    </message>
    <message>
        <source>Pictures (*.svg *.png);;Graphviz (*.dot)</source>
        <translation>图片 (*.svg *.png);;Graphviz (*.dot)</translation>
    </message>
    <message>
        <source>Written to %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>What the cards show of each operator</source>
        <translation>卡片显示每个算子的什么信息</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Values: NaN and Inf</source>
        <translation>数值：NaN 和 Inf</translation>
    </message>
    <message>
        <source>Memory of results</source>
        <translation>结果的内存</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Arrange anew</source>
        <translation>重新排列</translation>
    </message>
    <message>
        <source>overlay: %1</source>
        <translation>叠加：%1</translation>
    </message>
    <message>
        <source>The layout was cancelled; choose the graph again to start it anew.</source>
        <translation>布局已取消；重新选择图即可重新开始。</translation>
    </message>
    <message>
        <source>Laying out %1 nodes…</source>
        <translation>正在布局 %1 个节点…</translation>
    </message>
    <message>
        <source>Reading operator %1 of %2</source>
        <translation>正在读取算子 %1 / %2</translation>
    </message>
    <message>
        <source>It holds too many scopes to open all; the first are open.</source>
        <translation>作用域过多，无法全部展开；只展开了前面的。</translation>
    </message>
</context>
<context>
    <name>jitscope::GraphView</name>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Double-click shows what is in it</source>
        <translation>双击查看其内部</translation>
    </message>
    <message>
        <source>Arrow keys walk along the edges, + and − open and close, Space shows all, Ctrl+F finds</source>
        <translation>方向键沿边移动，+ 和 − 展开和折叠，空格显示全部，Ctrl+F 查找</translation>
    </message>
    <message>
        <source>#%1–#%2</source>
        <translation>#%1–#%2</translation>
    </message>
    <message>
        <source>#%1</source>
        <translation>#%1</translation>
    </message>
</context>
<context>
    <name>jitscope::GraphvizLayout</name>
    <message>
        <source>Graphviz took too long</source>
        <translation>Graphviz 耗时过长</translation>
    </message>
    <message>
        <source>the layout worker ended</source>
        <translation>布局进程已退出</translation>
    </message>
    <message>
        <source>this graph is not for Graphviz</source>
        <translation>此图不适合用 Graphviz 布局</translation>
    </message>
    <message>
        <source>the layout worker answered nonsense</source>
        <translation>布局进程的应答无效</translation>
    </message>
</context>
<context>
    <name>jitscope::HealthCache</name>
    <message>
        <source>Values at a glance</source>
        <translation>数值概况</translation>
    </message>
</context>
<context>
    <name>jitscope::HeatView</name>
    <message>
        <source>Heat map of the values</source>
        <translation>数值热力图</translation>
    </message>
</context>
<context>
    <name>jitscope::InfoBar</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>Copy the message and its details</source>
        <translation>复制消息及其详情</translation>
    </message>
</context>
<context>
    <name>jitscope::InspectorPanel</name>
    <message numerus="yes">
        <source>%n member(s)</source>
        <translation>
            <numerusform>%n 个成员</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is selected</source>
        <translation>未选中任何内容</translation>
    </message>
    <message>
        <source>Operands</source>
        <translation>操作数</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Show the values of this tensor</source>
        <translation>显示此张量的数值</translation>
    </message>
    <message>
        <source>Go to the operator that made it</source>
        <translation>转到生成它的算子</translation>
    </message>
    <message>
        <source>Click a node, an operator, a source line or a slice; its facts, its operands and its tensor at a glance appear here.</source>
        <translation>点击节点、算子、源码行或切片，其信息、操作数和张量概况会显示在这里。</translation>
    </message>
    <message>
        <source>All values</source>
        <translation>全部数值</translation>
    </message>
    <message>
        <source>Every element, in the Values panel</source>
        <translation>在数值面板中查看每个元素</translation>
    </message>
    <message>
        <source>This value was not recorded. Choose Run &gt; Record &gt; Operators and values, then run again.</source>
        <translation>该数值未被记录。选择 运行 &gt; 记录 &gt; 算子和数值，然后重新运行。</translation>
    </message>
</context>
<context>
    <name>jitscope::IrDiffPanel</name>
    <message>
        <source>No IR yet</source>
        <translation>还没有 IR</translation>
    </message>
    <message>
        <source>Run a script in graph mode (F5) or open a folder of .ir files: any two stages of a compiled function can be compared here.</source>
        <translation>以图模式运行脚本 (F5) 或打开 .ir 文件夹：可在此比较编译函数的任意两个阶段。</translation>
    </message>
    <message>
        <source>Left: the graph at this stage</source>
        <translation>左侧：此阶段的图</translation>
    </message>
    <message>
        <source>Right: the graph at this stage</source>
        <translation>右侧：此阶段的图</translation>
    </message>
    <message>
        <source>Detail of the text</source>
        <translation>文本的详细程度</translation>
    </message>
    <message>
        <source>Brief</source>
        <translation>简要</translation>
    </message>
    <message>
        <source>One line a node</source>
        <translation>每个节点一行</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>With types, attributes and scopes</source>
        <translation>包含类型、属性和作用域</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源码</translation>
    </message>
    <message>
        <source>With the source lines too</source>
        <translation>同时包含源码行</translation>
    </message>
    <message>
        <source>Text layout</source>
        <translation>文本布局</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>Unified</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>Copy as a unified diff</source>
        <translation>复制为 unified diff</translation>
    </message>
    <message>
        <source>captured</source>
        <translation>捕获</translation>
    </message>
    <message>
        <source>final</source>
        <translation>最终</translation>
    </message>
    <message>
        <source>Comparing IR text</source>
        <translation>正在比较 IR 文本</translation>
    </message>
    <message>
        <source>The two stages do not differ</source>
        <translation>两个阶段没有差异</translation>
    </message>
    <message>
        <source>Copied as a unified diff</source>
        <translation>已复制为 unified diff</translation>
    </message>
</context>
<context>
    <name>jitscope::IrDiffView</name>
    <message>
        <source>IR before</source>
        <translation>之前的 IR</translation>
    </message>
    <message>
        <source>IR after</source>
        <translation>之后的 IR</translation>
    </message>
    <message>
        <source>no difference</source>
        <translation>无差异</translation>
    </message>
    <message>
        <source>1 change</source>
        <translation>1 处更改</translation>
    </message>
    <message>
        <source>%1 changes</source>
        <translation>%1 处更改</translation>
    </message>
    <message>
        <source>change %1 of %2</source>
        <translation>第 %1 处更改，共 %2 处</translation>
    </message>
</context>
<context>
    <name>jitscope::LayoutRunner</name>
    <message>
        <source>Laying out %1 nodes</source>
        <translation>正在布局 %1 个节点</translation>
    </message>
</context>
<context>
    <name>jitscope::Live</name>
    <message>
        <source>1 operator</source>
        <translation>1 个算子</translation>
    </message>
    <message>
        <source>%1 operators</source>
        <translation>%1 个算子</translation>
    </message>
    <message>
        <source>rounds of line %1</source>
        <translation>第 %1 行的循环</translation>
    </message>
    <message>
        <source>rounds</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>in place</source>
        <translation>原地写入</translation>
    </message>
    <message>
        <source>× %1 earlier</source>
        <translation>× %1（之前）</translation>
    </message>
    <message>
        <source>× %1 later</source>
        <translation>× %1（之后）</translation>
    </message>
    <message>
        <source>… %1 earlier</source>
        <translation>… 之前 %1 个</translation>
    </message>
    <message>
        <source>… %1 later</source>
        <translation>… 之后 %1 个</translation>
    </message>
    <message>
        <source>tensor %1</source>
        <translation>张量 %1</translation>
    </message>
    <message>
        <source>1 input</source>
        <translation>1 个输入</translation>
    </message>
    <message>
        <source>%1 inputs</source>
        <translation>%1 个输入</translation>
    </message>
    <message>
        <source>next</source>
        <translation>待运行</translation>
    </message>
    <message>
        <source>round %1 of %2</source>
        <translation>第 %1 轮，共 %2 轮</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>× %1</source>
        <translation>× %1</translation>
    </message>
    <message>
        <source>all %1</source>
        <translation>全部 %1</translation>
    </message>
    <message>
        <source>%1 of %2 shown</source>
        <translation>显示 %1，共 %2</translation>
    </message>
    <message>
        <source>%1 in closed scopes</source>
        <translation>%1 个在折叠的作用域中</translation>
    </message>
    <message>
        <source>%1 before or after</source>
        <translation>%1 个在前后</translation>
    </message>
</context>
<context>
    <name>jitscope::LockstepBar</name>
    <message>
        <source>filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Function to run in lock step</source>
        <translation>要同步单步的函数</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一对</translation>
    </message>
    <message>
        <source>Both sides one pair back (P)</source>
        <translation>两侧后退一对 (P)</translation>
    </message>
    <message>
        <source>Next pair</source>
        <translation>下一对</translation>
    </message>
    <message>
        <source>Both sides to the next corresponding value (N)</source>
        <translation>两侧转到下一个对应的数值 (N)</translation>
    </message>
    <message>
        <source>First difference</source>
        <translation>首个差异</translation>
    </message>
    <message>
        <source>Both sides to the first pair above the tolerance (D)</source>
        <translation>两侧转到第一对超出容差的数值 (D)</translation>
    </message>
    <message>
        <source>Only differences</source>
        <translation>仅差异</translation>
    </message>
    <message>
        <source>Hide the pairs within the tolerance</source>
        <translation>隐藏容差之内的对</translation>
    </message>
    <message>
        <source>Tolerance, of the largest magnitude</source>
        <translation>容差，相对最大幅值</translation>
    </message>
    <message>
        <source>Tolerance, absolute</source>
        <translation>容差，绝对</translation>
    </message>
    <message>
        <source>Progress of the lock step</source>
        <translation>同步单步进度</translation>
    </message>
    <message>
        <source>Tolerance</source>
        <translation>容差</translation>
    </message>
    <message>
        <source>of the largest, plus</source>
        <translation>× 最大幅值，加</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the lock step</source>
        <translation>停止同步单步</translation>
    </message>
    <message>
        <source>Start lock step</source>
        <translation>开始同步单步</translation>
    </message>
    <message>
        <source>End the lock step</source>
        <translation>结束同步单步</translation>
    </message>
    <message>
        <source>The program is at work; lock step starts when it has ended</source>
        <translation>程序正在运行；结束后才能同步单步</translation>
    </message>
    <message>
        <source>Repeat the function&apos;s first call, eagerly and as its graph</source>
        <translation>以动态图和静态图重复该函数的首次调用</translation>
    </message>
</context>
<context>
    <name>jitscope::LockstepCard</name>
    <message>
        <source>Show pass</source>
        <translation>显示优化遍</translation>
    </message>
    <message>
        <source>The graph before and after the pass that made the difference</source>
        <translation>造成差异的优化遍前后的图</translation>
    </message>
    <message>
        <source>= agree</source>
        <translation>= 一致</translation>
    </message>
    <message>
        <source>≠ differ</source>
        <translation>≠ 不同</translation>
    </message>
    <message>
        <source>Next pair (N) takes both sides one value further, First difference (D) to the first one above the tolerance.</source>
        <translation>“下一对” (N) 使两侧前进一个数值，“首个差异” (D) 转到第一个超出容差的数值。</translation>
    </message>
</context>
<context>
    <name>jitscope::LockstepPanel</name>
    <message>
        <source>result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>round %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>eager only</source>
        <translation>仅动态图</translation>
    </message>
    <message>
        <source>graph only</source>
        <translation>仅静态图</translation>
    </message>
    <message>
        <source>Eager operator</source>
        <translation>动态图算子</translation>
    </message>
    <message>
        <source>Gives</source>
        <translation>结果类型</translation>
    </message>
    <message>
        <source>Graph node</source>
        <translation>图节点</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>max |Δ|</source>
        <translation>最大 |Δ|</translation>
    </message>
    <message>
        <source>of the largest</source>
        <translation>相对最大值</translation>
    </message>
    <message>
        <source>The bar goes from 1e-8 to 1 by powers of ten</source>
        <translation>条形从 1e-8 到 1，按 10 的幂</translation>
    </message>
    <message>
        <source>Nothing ran in lock step yet</source>
        <translation>还没有同步单步</translation>
    </message>
    <message>
        <source>Choose a function and press Start: its first call runs again, eagerly and as its graph, on the same values, weights and random numbers.</source>
        <translation>选择函数并按“开始”：其首次调用会以动态图和静态图重新运行，数值、权重和随机数相同。</translation>
    </message>
    <message>
        <source>No function to run in lock step</source>
        <translation>没有可同步单步的函数</translation>
    </message>
    <message>
        <source>Run a script (F5) with a function that is compiled: one decorated with @jit, a layer in graph mode, or %graph f(x) in the console. Its first call can then be run again, eagerly and as its graph, value by value.</source>
        <translation>运行含编译函数的脚本 (F5)：用 @jit 装饰的函数、图模式下的层，或控制台中的 %graph f(x)。之后可将其首次调用以动态图和静态图重新运行，逐个数值对照。</translation>
    </message>
    <message>
        <source>Eager operators and graph nodes side by side</source>
        <translation>动态图算子与图节点对照</translation>
    </message>
    <message>
        <source>Reading the lock step</source>
        <translation>正在读取同步单步</translation>
    </message>
    <message>
        <source>That was the last pair</source>
        <translation>已是最后一对</translation>
    </message>
    <message>
        <source>That was the first pair</source>
        <translation>已是第一对</translation>
    </message>
    <message>
        <source>All values are within the tolerance</source>
        <translation>所有数值都在容差之内</translation>
    </message>
    <message>
        <source>The lock step was stopped.</source>
        <translation>同步单步已停止。</translation>
    </message>
    <message>
        <source>Element %1 is %2 eagerly and %3 in the graph (off by %4).</source>
        <translation>元素 %1 在动态图中为 %2，在静态图中为 %3（相差 %4）。</translation>
    </message>
    <message>
        <source>Output %1:</source>
        <translation>输出 %1：</translation>
    </message>
    <message>
        <source>The captured graph already gives something else, at %1. What the function makes while it is captured (weights, say) is built into its graph.</source>
        <translation>捕获的图在 %1 处已经不同。函数在捕获期间生成的内容（如权重）会固化到图中。</translation>
    </message>
    <message>
        <source>The compiled kernel made it: node by node, %1 is right.</source>
        <translation>由编译的内核造成：逐节点计算时 %1 正确。</translation>
    </message>
    <message>
        <source>Pass %1 made it, at %2.</source>
        <translation>由优化遍 %1 在 %2 处造成。</translation>
    </message>
    <message>
        <source>Its rule: %1</source>
        <translation>其规则：%1</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>在 %1 中</translation>
    </message>
    <message>
        <source>what %1 returns</source>
        <translation>%1 的返回值</translation>
    </message>
    <message>
        <source>parameter %1 afterwards</source>
        <translation>运行后的参数 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) compared</source>
        <translation>
            <numerusform>已比较 %n 个数值</numerusform>
        </translation>
    </message>
    <message>
        <source>all within the tolerance</source>
        <translation>都在容差之内</translation>
    </message>
    <message numerus="yes">
        <source>%n above the tolerance</source>
        <translation>
            <numerusform>%n 个超出容差</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has no node in the graph: %2.</source>
        <translation>%1 在图中没有节点：%2。</translation>
    </message>
    <message>
        <source>%1 has no eager operator: %2.</source>
        <translation>%1 没有动态图算子：%2。</translation>
    </message>
    <message>
        <source>The values are equal.</source>
        <translation>数值相等。</translation>
    </message>
    <message>
        <source>It is %1.</source>
        <translation>差异：%1。</translation>
    </message>
    <message>
        <source>That is within the tolerance.</source>
        <translation>在容差之内。</translation>
    </message>
    <message>
        <source>No pass moved it by more than rounding.</source>
        <translation>没有优化遍使其变化超过舍入误差。</translation>
    </message>
</context>
<context>
    <name>jitscope::MainWindow</name>
    <message>
        <source>Op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>不记录</translation>
    </message>
    <message>
        <source>Run at full speed and record nothing</source>
        <translation>全速运行，不做记录</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Record every operator with its time and shapes</source>
        <translation>记录每个算子及其耗时和形状</translation>
    </message>
    <message>
        <source>Operators and values</source>
        <translation>算子和数值</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Clear this list</source>
        <translation>清空此列表</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Drop to open %1</source>
        <translation>松开以打开 %1</translation>
    </message>
    <message>
        <source>Nothing to run: open a Python script (Ctrl+O) or write a new one (Ctrl+N).</source>
        <translation>没有可运行的脚本：请打开 Python 脚本 (Ctrl+O) 或新建一个 (Ctrl+N)。</translation>
    </message>
    <message>
        <source>The focused panel has no text to copy.</source>
        <translation>当前面板没有可复制的文本。</translation>
    </message>
    <message>
        <source>Copied as text: %1</source>
        <translation>已复制为文本：%1</translation>
    </message>
    <message>
        <source>Copied as picture: %1</source>
        <translation>已复制为图片：%1</translation>
    </message>
    <message>
        <source>The focused panel has nothing to search in.</source>
        <translation>当前面板没有可搜索的内容。</translation>
    </message>
    <message>
        <source>Go to line</source>
        <translation>转到行</translation>
    </message>
    <message>
        <source>Type a command</source>
        <translation>输入命令</translation>
    </message>
    <message>
        <source>Go to an operator, node, line, pass, kernel or panel</source>
        <translation>转到算子、节点、行、优化遍、内核或面板</translation>
    </message>
    <message>
        <source>panel</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>%1: there is no such file.</source>
        <translation>%1：没有此文件。</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <source>All that can be opened (*)</source>
        <translation>所有可打开的文件 (*)</translation>
    </message>
    <message>
        <source>Python scripts (*.py)</source>
        <translation>Python 脚本 (*.py)</translation>
    </message>
    <message>
        <source>Sessions (*.jitscope)</source>
        <translation>会话 (*.jitscope)</translation>
    </message>
    <message>
        <source>IR dumps (*.ir)</source>
        <translation>IR 转储 (*.ir)</translation>
    </message>
    <message>
        <source>Traces (*.json *.db)</source>
        <translation>轨迹 (*.json *.db)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Save script</source>
        <translation>保存脚本</translation>
    </message>
    <message>
        <source>Save session</source>
        <translation>保存会话</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
    <message>
        <source>Saving %1</source>
        <translation>正在保存 %1</translation>
    </message>
    <message>
        <source>Unsaved script</source>
        <translation>未保存的脚本</translation>
    </message>
    <message>
        <source>Save the changes of the script before it is closed?</source>
        <translation>关闭前是否保存对脚本的修改？</translation>
    </message>
    <message>
        <source>Export as Chrome trace</source>
        <translation>导出为 Chrome 轨迹</translation>
    </message>
    <message>
        <source>Chrome traces (*.json)</source>
        <translation>Chrome 轨迹 (*.json)</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>正在写入 %1</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>the recording of the last run</source>
        <translation>上次运行的记录</translation>
    </message>
    <message>
        <source>Unsaved</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>Not saved: %1.</source>
        <translation>尚未保存：%1。</translation>
    </message>
    <message>
        <source>Into</source>
        <translation>进入</translation>
    </message>
    <message>
        <source>Out</source>
        <translation>跳出</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>Also keep the values of all tensors</source>
        <translation>同时保留所有张量的数值</translation>
    </message>
    <message>
        <source>No script is open.</source>
        <translation>没有打开的脚本。</translation>
    </message>
    <message>
        <source>This is the live end.</source>
        <translation>已在实时端。</translation>
    </message>
    <message>
        <source>No operator is selected.</source>
        <translation>未选中算子。</translation>
    </message>
    <message>
        <source>There is no such bookmark.</source>
        <translation>没有此书签。</translation>
    </message>
    <message>
        <source>Run to operator</source>
        <translation>运行到算子</translation>
    </message>
    <message>
        <source>Number of the operator</source>
        <translation>算子编号</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>Note at #%1</source>
        <translation>#%1 的备注</translation>
    </message>
</context>
<context>
    <name>jitscope::Minimap</name>
    <message>
        <source>Overview of the graph</source>
        <translation>图的概览</translation>
    </message>
    <message>
        <source>Overview: drag to move the view</source>
        <translation>概览：拖动以移动视图</translation>
    </message>
</context>
<context>
    <name>jitscope::MissingValue</name>
    <message>
        <source>This value was not recorded</source>
        <translation>该数值未被记录</translation>
    </message>
    <message>
        <source>Values are recorded from the next run on.</source>
        <translation>从下次运行起记录数值。</translation>
    </message>
    <message>
        <source>Only operators were recorded. With values, every result can be looked at; the status bar shows how much memory they take.</source>
        <translation>只记录了算子。记录数值后可查看每个结果；状态栏显示其占用的内存。</translation>
    </message>
    <message>
        <source>Record values and run again</source>
        <translation>记录数值并重新运行</translation>
    </message>
    <message>
        <source>Record values in the next run</source>
        <translation>下次运行时记录数值</translation>
    </message>
</context>
<context>
    <name>jitscope::NullRunner</name>
    <message>
        <source>This window shows a recorded session and runs no programs.</source>
        <translation>此窗口显示已记录的会话，不能运行程序。</translation>
    </message>
</context>
<context>
    <name>jitscope::OpMatches</name>
    <message>
        <source>Filtering</source>
        <translation>正在筛选</translation>
    </message>
</context>
<context>
    <name>jitscope::OpSearch</name>
    <message>
        <source>Searching</source>
        <translation>正在查找</translation>
    </message>
</context>
<context>
    <name>jitscope::OperandChips</name>
    <message>
        <source>Operands and results</source>
        <translation>操作数和结果</translation>
    </message>
    <message>
        <source>Show the values of this tensor</source>
        <translation>显示此张量的数值</translation>
    </message>
</context>
<context>
    <name>jitscope::OriginPanel</name>
    <message>
        <source>No element is chosen</source>
        <translation>未选择元素</translation>
    </message>
    <message>
        <source>Choose an element in Values (click one, or &quot;Next NaN&quot;); what it depends on appears here.</source>
        <translation>在数值面板中选择元素（点击元素，或“下一个 NaN”），其依赖会显示在这里。</translation>
    </message>
    <message>
        <source>What the element depends on</source>
        <translation>元素的依赖</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>转到该处</translation>
    </message>
    <message>
        <source>Too large above</source>
        <translation>过大阈值</translation>
    </message>
    <message>
        <source>Magnitude above which a value counts as too large</source>
        <translation>幅值超过此值即视为过大</translation>
    </message>
    <message>
        <source>Following it back…</source>
        <translation>正在溯源…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>Elements that matter</source>
        <translation>相关的元素</translation>
    </message>
    <message>
        <source>Where from</source>
        <translation>溯源</translation>
    </message>
    <message>
        <source>Depends on %1 operators and %2 inputs.</source>
        <translation>依赖 %1 个算子和 %2 个输入。</translation>
    </message>
    <message>
        <source>The oldest are left out: there are too many.</source>
        <translation>数量过多，省略了最早的。</translation>
    </message>
</context>
<context>
    <name>jitscope::Overlays</name>
    <message>
        <source>all 0</source>
        <translation>全 0</translation>
    </message>
    <message>
        <source>time: none was recorded</source>
        <translation>耗时：未记录</translation>
    </message>
    <message>
        <source>time: bars are shares of the slowest card, %1</source>
        <translation>耗时：条形为相对最慢卡片的比例，%1</translation>
    </message>
    <message>
        <source>memory of results: bars are shares of the largest card, %1</source>
        <translation>结果的内存：条形为相对最大卡片的比例，%1</translation>
    </message>
    <message>
        <source>values: ✓ finite   ⚠ NaN or Inf   all 0   … being read   – not recorded</source>
        <translation>数值：✓ 有限   ⚠ NaN 或 Inf   全 0   … 读取中   – 未记录</translation>
    </message>
</context>
<context>
    <name>jitscope::PassCompare</name>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Graph before the pass</source>
        <translation>优化遍之前的图</translation>
    </message>
    <message>
        <source>Graph after the pass</source>
        <translation>优化遍之后的图</translation>
    </message>
    <message>
        <source>hold B to blink</source>
        <translation>按住 B 切换对比</translation>
    </message>
</context>
<context>
    <name>jitscope::PassList</name>
    <message>
        <source>filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Compiled function</source>
        <translation>编译的函数</translation>
    </message>
    <message>
        <source>effective</source>
        <translation>有效</translation>
    </message>
    <message>
        <source>Only passes that changed something</source>
        <translation>只显示有改变的优化遍</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>优化遍</translation>
    </message>
    <message>
        <source>Effective pass</source>
        <translation>有效优化遍</translation>
    </message>
    <message>
        <source>%1 → %2 nodes</source>
        <translation>%1 → %2 个节点</translation>
    </message>
    <message>
        <source>%1 of %2 passes effective</source>
        <translation>%2 个优化遍中 %1 个有效</translation>
    </message>
</context>
<context>
    <name>jitscope::PassesPanel</name>
    <message>
        <source>No passes yet</source>
        <translation>还没有优化遍</translation>
    </message>
    <message>
        <source>Run a script in graph mode (F5): every function that is compiled appears here with what each pass did to it. In eager mode, functions decorated with @jit are compiled.</source>
        <translation>以图模式运行脚本 (F5)：每个被编译的函数及各优化遍对它的改变会显示在这里。动态图模式下，用 @jit 装饰的函数会被编译。</translation>
    </message>
    <message>
        <source>Details of the pass</source>
        <translation>优化遍详情</translation>
    </message>
    <message>
        <source>IR text</source>
        <translation>IR 文本</translation>
    </message>
    <message>
        <source>Both graphs as text, line by line</source>
        <translation>两个图的文本，逐行对照</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Rewrites that were made and fusions that were refused</source>
        <translation>已进行的改写和被拒绝的融合</translation>
    </message>
    <message>
        <source>Text layout</source>
        <translation>文本布局</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>Unified</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>F7 / F8 next change</source>
        <translation>F7 / F8 下一处更改</translation>
    </message>
    <message>
        <source>Rewrites and refusals</source>
        <translation>改写与拒绝</translation>
    </message>
    <message>
        <source>captured</source>
        <translation>捕获</translation>
    </message>
    <message>
        <source>Counting what passes changed</source>
        <translation>正在统计优化遍的更改</translation>
    </message>
    <message>
        <source>The graph as it was captured; no pass ran yet.</source>
        <translation>捕获时的图；尚未运行优化遍。</translation>
    </message>
    <message>
        <source>Comparing the graphs</source>
        <translation>正在比较图</translation>
    </message>
    <message>
        <source>%1 rewrites, %2 refusals</source>
        <translation>%1 次改写，%2 次拒绝</translation>
    </message>
</context>
<context>
    <name>jitscope::Playhead</name>
    <message>
        <source>viewing #%1 of %2; End returns to live</source>
        <translation>正在查看 #%1，共 %2；End 返回实时端</translation>
    </message>
    <message>
        <source>viewing #%1 of %2</source>
        <translation>正在查看 #%1，共 %2</translation>
    </message>
</context>
<context>
    <name>jitscope::RangeControl</name>
    <message>
        <source>Lower end of the range</source>
        <translation>范围下限</translation>
    </message>
    <message>
        <source>Upper end of the range</source>
        <translation>范围上限</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>Set the range to the middle 98 % of the values</source>
        <translation>将范围设为数值居中的 98 %</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>From the least to the largest value, of each tensor anew</source>
        <translation>每个张量各自从最小值到最大值</translation>
    </message>
    <message>
        <source>Clip marks</source>
        <translation>越界标记</translation>
    </message>
    <message>
        <source>Show values below and above the range in colours of their own</source>
        <translation>用专门的颜色显示低于和高于范围的数值</translation>
    </message>
</context>
<context>
    <name>jitscope::RangeHistogram</name>
    <message>
        <source>Histogram of the values</source>
        <translation>数值直方图</translation>
    </message>
    <message>
        <source>Left and Right move the lower end of the range, with Shift the upper end</source>
        <translation>左右键移动范围下限，按住 Shift 移动上限</translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2: %n value(s)</source>
        <translation>
            <numerusform>%1 到 %2：%n 个值</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::RecommendedDialog</name>
    <message>
        <source>Recommended watchpoints</source>
        <translation>推荐的监视点</translation>
    </message>
    <message>
        <source>Add the checked ones</source>
        <translation>添加勾选项</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>For what was recorded these are worth watching. Space checks and unchecks.</source>
        <translation>根据已记录的内容，以下值得监视。空格勾选或取消。</translation>
    </message>
</context>
<context>
    <name>jitscope::RecordView</name>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Copy all as Markdown</source>
        <translation>全部复制为 Markdown</translation>
    </message>
    <message>
        <source>Copy all as CSV</source>
        <translation>全部复制为 CSV</translation>
    </message>
</context>
<context>
    <name>jitscope::Restoration</name>
    <message>
        <source>Looking for recordings that were cut off</source>
        <translation>正在查找中断的记录</translation>
    </message>
    <message>
        <source>a script</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>The program ended while it recorded %1 (%2, %3 operators). Restore the recording?</source>
        <translation>程序在记录 %1 时退出（%2，%3 个算子）。是否恢复记录？</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Restoring a recording</source>
        <translation>正在恢复记录</translation>
    </message>
</context>
<context>
    <name>jitscope::Ribbon</name>
    <message>
        <source>Where the selection comes from and what became of it</source>
        <translation>选中内容的来源和去向</translation>
    </message>
</context>
<context>
    <name>jitscope::SearchBar</name>
    <message>
        <source>find: matmul  op:ReLU  scope:fc  /relu|gelu/</source>
        <translation>查找：matmul  op:ReLU  scope:fc  /relu|gelu/</translation>
    </message>
    <message>
        <source>Find in the graph</source>
        <translation>在图中查找</translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation>上一处匹配 (Shift+F3)</translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation>下一处匹配 (F3)</translation>
    </message>
    <message>
        <source>Close the search (Esc)</source>
        <translation>关闭查找 (Esc)</translation>
    </message>
    <message>
        <source>no match</source>
        <translation>无匹配</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>jitscope::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Plugins</source>
        <translation>插件</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>不记录</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Operators and values</source>
        <translation>算子和数值</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Another language is used from the next start on.</source>
        <translation>语言更改在下次启动后生效。</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>字体</translation>
    </message>
    <message>
        <source>Font of code</source>
        <translation>代码字体</translation>
    </message>
    <message>
        <source>Size of text</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Record of runs</source>
        <translation>运行记录</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Folders of plugins</source>
        <translation>插件文件夹</translation>
    </message>
    <message>
        <source>Add folder...</source>
        <translation>添加文件夹...</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Plugins are programs: they are loaded only from the program&apos;s own folder and from these folders. A folder that is taken away is left out from the next start on.</source>
        <translation>插件是程序：只从本程序自己的文件夹和以下文件夹加载。移除的文件夹从下次启动起不再加载。</translation>
    </message>
    <message>
        <source>loaded</source>
        <translation>已加载</translation>
    </message>
    <message>
        <source>not loaded: %1</source>
        <translation>未加载：%1</translation>
    </message>
    <message>
        <source>Folder of plugins</source>
        <translation>插件文件夹</translation>
    </message>
</context>
<context>
    <name>jitscope::StatisticsLine</name>
    <message>
        <source>min %1  mean %2  max %3  σ %4  zero %5  NaN %6 · Inf %7</source>
        <translation>最小 %1  均值 %2  最大 %3  σ %4  零 %5  NaN %6 · Inf %7</translation>
    </message>
</context>
<context>
    <name>jitscope::StatusLine</name>
    <message>
        <source>Run state</source>
        <translation>运行状态</translation>
    </message>
    <message>
        <source>Work in progress</source>
        <translation>正在进行的工作</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel the work in progress</source>
        <translation>取消正在进行的工作</translation>
    </message>
    <message>
        <source>Language: change it in the settings</source>
        <translation>语言：可在设置中更改</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>paused before operator %1 (%2)</source>
        <translation>暂停于算子 %1 之前（%2）</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>ended with an error</source>
        <translation>出错结束</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n 个算子</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n graph(s)</source>
        <translation>
            <numerusform>%n 个图</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kernel(s)</source>
        <translation>
            <numerusform>%n 个内核</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n slice(s)</source>
        <translation>
            <numerusform>%n 个切片</numerusform>
        </translation>
    </message>
    <message>
        <source>memory %1</source>
        <translation>内存 %1</translation>
    </message>
    <message>
        <source>values %1 of %2</source>
        <translation>数值 %1 / %2</translation>
    </message>
    <message>
        <source>%1, %2 on disk</source>
        <translation>%1，磁盘 %2</translation>
    </message>
    <message>
        <source>Which operator is looked at</source>
        <translation>正在查看哪个算子</translation>
    </message>
    <message>
        <source>Memory of recorded values</source>
        <translation>已记录数值的内存</translation>
    </message>
    <message>
        <source>paused after operator %1</source>
        <translation>暂停于算子 %1 之后</translation>
    </message>
</context>
<context>
    <name>jitscope::Stepping</name>
    <message>
        <source>There is no earlier operator to go to.</source>
        <translation>没有更早的算子可转到。</translation>
    </message>
    <message>
        <source>Nothing was recorded behind this: back at the live end.</source>
        <translation>此后没有记录：已回到实时端。</translation>
    </message>
    <message>
        <source>No operator was recorded yet.</source>
        <translation>尚未记录算子。</translation>
    </message>
    <message>
        <source>This is the first operator that was recorded.</source>
        <translation>这是记录的第一个算子。</translation>
    </message>
    <message>
        <source>This is the last operator that was recorded.</source>
        <translation>这是记录的最后一个算子。</translation>
    </message>
    <message>
        <source>The program is running: pause it first (F6).</source>
        <translation>程序正在运行：请先暂停 (F6)。</translation>
    </message>
    <message>
        <source>No program is paused: start one with F10, or go to an earlier operator.</source>
        <translation>没有暂停的程序：按 F10 启动，或转到更早的算子。</translation>
    </message>
    <message>
        <source>Back at the live end; press again to continue the program.</source>
        <translation>已回到实时端；再按一次继续程序。</translation>
    </message>
    <message>
        <source>No later result holds NaN or an infinity that its operands did not hold.</source>
        <translation>之后没有结果新产生 NaN 或无穷。</translation>
    </message>
    <message>
        <source>No result holds NaN or an infinity that its operands did not hold.</source>
        <translation>没有结果新产生 NaN 或无穷。</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) could not be looked at: their values were not recorded.</source>
        <translation>
            <numerusform>%n 个算子无法检查：其数值未被记录。</numerusform>
        </translation>
    </message>
    <message>
        <source>No tensor is selected.</source>
        <translation>未选中张量。</translation>
    </message>
    <message>
        <source>No recorded operator wrote this tensor before: it came with the program&apos;s inputs.</source>
        <translation>此前没有记录的算子写入此张量：它来自程序的输入。</translation>
    </message>
    <message>
        <source>Conditions of lines are Python and were not asked.</source>
        <translation>行的条件是 Python 表达式，未求值。</translation>
    </message>
    <message>
        <source>No breakpoint lies before: this is the first operator.</source>
        <translation>之前没有断点：这是第一个算子。</translation>
    </message>
    <message>
        <source>Operator #%1 was not recorded, and no program is paused that could run to it.</source>
        <translation>算子 #%1 未被记录，也没有暂停的程序可运行到它。</translation>
    </message>
    <message>
        <source>Operator #%1 ran already and was not kept.</source>
        <translation>算子 #%1 已运行，未被保留。</translation>
    </message>
</context>
<context>
    <name>jitscope::TensorGrid</name>
    <message>
        <source>Values of the tensor</source>
        <translation>张量的数值</translation>
    </message>
</context>
<context>
    <name>jitscope::TimelinePanel</name>
    <message>
        <source>Nothing was timed yet</source>
        <translation>还没有计时数据</translation>
    </message>
    <message>
        <source>Run a script (F5): its compile, its operators and, on Ascend, the simulated device appear here.</source>
        <translation>运行脚本 (F5)：这里会显示编译、算子，以及 Ascend 上的模拟设备。</translation>
    </message>
    <message>
        <source>find slice</source>
        <translation>查找切片</translation>
    </message>
    <message>
        <source>W A S D · F fit</source>
        <translation>W A S D · F 适应</translation>
    </message>
    <message>
        <source>W and S zoom, A and D pan, F fits the selection, Space fits all. Ctrl+wheel zooms at the pointer. Drag in the ruler, or Shift+drag, marks a stretch of time.</source>
        <translation>W 和 S 缩放，A 和 D 平移，F 适应选中项，空格显示全部。Ctrl+滚轮在指针处缩放。在标尺上拖动，或按住 Shift 拖动，可标记一段时间。</translation>
    </message>
    <message>
        <source>Click a slice to see what it is.</source>
        <translation>点击切片查看其内容。</translation>
    </message>
    <message>
        <source>begins at %1</source>
        <translation>开始于 %1</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>marked %1 · busy %2</source>
        <translation>标记 %1 · 忙碌 %2</translation>
    </message>
</context>
<context>
    <name>jitscope::TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>simulated, not measured</source>
        <translation>模拟值，非实测</translation>
    </message>
</context>
<context>
    <name>jitscope::TimingsPanel</name>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>Graph node</source>
        <translation>图节点</translation>
    </message>
    <message>
        <source>Operators by time</source>
        <translation>按耗时排列的算子</translation>
    </message>
    <message>
        <source>No operator ran yet</source>
        <translation>还没有运行算子</translation>
    </message>
    <message>
        <source>Run a script (F5); each operator&apos;s time is summed here.</source>
        <translation>运行脚本 (F5)；每个算子的耗时汇总于此。</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>分组依据</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>筛选</translation>
    </message>
    <message numerus="yes">
        <source>%n call(s)</source>
        <translation>
            <numerusform>%n 次调用</numerusform>
        </translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
</context>
<context>
    <name>jitscope::ToolBar</name>
    <message>
        <source>Perspective %1</source>
        <translation>布局 %1</translation>
    </message>
    <message>
        <source>Tool bar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>Click again to leave it to the script.</source>
        <translation>再次点击则由脚本决定。</translation>
    </message>
</context>
<context>
    <name>jitscope::ValueSaver</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Saving %1</source>
        <translation>正在保存 %1</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Saving was cancelled; nothing was written.</source>
        <translation>保存已取消；未写入任何内容。</translation>
    </message>
</context>
<context>
    <name>jitscope::ValueView</name>
    <message>
        <source>Show values as</source>
        <translation>数值显示方式</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Heat</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>A heat map: viridis, or blue to red around zero when both signs occur</source>
        <translation>热力图：viridis，正负值并存时以零为中心由蓝到红</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>The histogram of all values</source>
        <translation>全部数值的直方图</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>Number format</source>
        <translation>数字格式</translation>
    </message>
    <message>
        <source>How numbers are written</source>
        <translation>数字的写法</translation>
    </message>
    <message>
        <source>Digits</source>
        <translation>有效位数</translation>
    </message>
    <message>
        <source>Shortest</source>
        <translation>最短</translation>
    </message>
    <message>
        <source>Fixed</source>
        <translation>定点</translation>
    </message>
    <message>
        <source>Scientific</source>
        <translation>科学计数</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>二进制位</translation>
    </message>
    <message>
        <source>Number of digits</source>
        <translation>位数</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>正在查找</translation>
    </message>
    <message>
        <source>There is no such element.</source>
        <translation>没有这样的元素。</translation>
    </message>
</context>
<context>
    <name>jitscope::ValuesPanel</name>
    <message>
        <source>Compare with another recording</source>
        <translation>与另一份记录比较</translation>
    </message>
    <message>
        <source>Recordings (*.jitscope);;All files (*)</source>
        <translation>记录 (*.jitscope);;所有文件 (*)</translation>
    </message>
    <message>
        <source>follow current op</source>
        <translation>跟随当前算子</translation>
    </message>
    <message>
        <source>Press to keep this tensor in view whatever is selected</source>
        <translation>按下后，无论选中什么都保持显示此张量</translation>
    </message>
    <message>
        <source>Save and copy</source>
        <translation>保存和复制</translation>
    </message>
    <message>
        <source>Save as .npy...</source>
        <translation>另存为 .npy...</translation>
    </message>
    <message>
        <source>Copy what is in view</source>
        <translation>复制可见内容</translation>
    </message>
    <message>
        <source>Copy as Python</source>
        <translation>复制为 Python</translation>
    </message>
    <message>
        <source>Working out the values…</source>
        <translation>正在计算数值…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>locked</source>
        <translation>已锁定</translation>
    </message>
    <message>
        <source>Press to follow the current operator again</source>
        <translation>按下以重新跟随当前算子</translation>
    </message>
    <message>
        <source>This operator failed</source>
        <translation>此算子失败</translation>
    </message>
    <message>
        <source>Nothing is selected</source>
        <translation>未选中任何内容</translation>
    </message>
    <message>
        <source>This operator gave no tensor</source>
        <translation>此算子没有输出张量</translation>
    </message>
    <message>
        <source>Click an operator, a node, a source line or a slice; its tensor&apos;s values appear here.</source>
        <translation>点击算子、节点、源码行或切片，其张量的数值会显示在这里。</translation>
    </message>
    <message>
        <source>Values of %1</source>
        <translation>%1 的数值</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <source>Save the tensor</source>
        <translation>保存张量</translation>
    </message>
    <message>
        <source>NumPy arrays (*.npy)</source>
        <translation>NumPy 数组 (*.npy)</translation>
    </message>
</context>
<context>
    <name>jitscope::VariableModel</name>
    <message>
        <source>The value of %1 is too long: only its beginning is known here</source>
        <translation>%1 的值过长：此处只有其开头</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>数值概况</translation>
    </message>
    <message>
        <source>Changed since the stop before</source>
        <translation>自上次停止以来已更改</translation>
    </message>
</context>
<context>
    <name>jitscope::VariableView</name>
    <message>
        <source>Open in Values</source>
        <translation>在数值面板中打开</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>复制值</translation>
    </message>
    <message>
        <source>Copy as Python</source>
        <translation>复制为 Python</translation>
    </message>
    <message>
        <source>Add to Watch</source>
        <translation>添加到监视</translation>
    </message>
</context>
<context>
    <name>jitscope::WatchPanel</name>
    <message>
        <source>a whole number in hexadecimal</source>
        <translation>十六进制整数</translation>
    </message>
    <message>
        <source>a whole number in binary</source>
        <translation>二进制整数</translation>
    </message>
    <message>
        <source>a number with six decimals</source>
        <translation>六位小数</translation>
    </message>
    <message>
        <source>a number with an exponent</source>
        <translation>指数形式</translation>
    </message>
    <message>
        <source>the shape of a tensor</source>
        <translation>张量的形状</translation>
    </message>
    <message>
        <source>the element type of a tensor</source>
        <translation>张量的元素类型</translation>
    </message>
    <message>
        <source>how many items it has</source>
        <translation>元素个数</translation>
    </message>
    <message>
        <source>the smallest and the largest element</source>
        <translation>最小和最大元素</translation>
    </message>
    <message>
        <source>Watch expressions</source>
        <translation>监视表达式</translation>
    </message>
    <message>
        <source>Add an expression: loss, or w,shape</source>
        <translation>添加表达式：loss 或 w,shape</translation>
    </message>
    <message>
        <source>Add a watch expression</source>
        <translation>添加监视表达式</translation>
    </message>
    <message>
        <source>Any Python expression in the chosen frame. Behind a comma without a blank, a form:</source>
        <translation>所选栈帧中的任意 Python 表达式。逗号后（无空格）可写格式：</translation>
    </message>
    <message>
        <source>Nothing is watched</source>
        <translation>没有监视项</translation>
    </message>
    <message>
        <source>Type an expression below, drop a name here, or choose Add to Watch in the editor. It is evaluated at every stop.</source>
        <translation>在下方输入表达式，将变量名拖放到此处，或在编辑器中选择“添加到监视”。每次停止时求值。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Add an expression</source>
        <translation>添加表达式</translation>
    </message>
    <message>
        <source>known at the next stop</source>
        <translation>下次停止时可知</translation>
    </message>
    <message>
        <source>not known at #%1</source>
        <translation>在 #%1 处未知</translation>
    </message>
</context>
<context>
    <name>jitscope::WatchpointForm</name>
    <message>
        <source>all operators</source>
        <translation>所有算子</translation>
    </message>
    <message>
        <source>Add a watchpoint</source>
        <translation>添加监视点</translation>
    </message>
    <message>
        <source>Change the watchpoint</source>
        <translation>更改监视点</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>On a hit</source>
        <translation>命中时</translation>
    </message>
    <message>
        <source>Stop the program</source>
        <translation>停止程序</translation>
    </message>
    <message>
        <source>Only list it</source>
        <translation>仅列出</translation>
    </message>
    <message>
        <source>Only operators</source>
        <translation>仅限算子</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no number.</source>
        <translation>“%1”不是数字。</translation>
    </message>
</context>
<context>
    <name>jitscope::WatchpointsPanel</name>
    <message>
        <source>Watchpoints</source>
        <translation>监视点</translation>
    </message>
    <message>
        <source>Add...</source>
        <translation>添加...</translation>
    </message>
    <message>
        <source>Watch tensors by a rule</source>
        <translation>按规则监视张量</translation>
    </message>
    <message>
        <source>Add recommended...</source>
        <translation>添加推荐...</translation>
    </message>
    <message>
        <source>Watchpoints that fit what was recorded, with their reasons</source>
        <translation>适合已记录内容的监视点及其理由</translation>
    </message>
    <message>
        <source>Change...</source>
        <translation>更改...</translation>
    </message>
    <message>
        <source>Change the chosen watchpoint (Enter)</source>
        <translation>更改所选监视点 (Enter)</translation>
    </message>
    <message>
        <source>On/Off</source>
        <translation>启用/停用</translation>
    </message>
    <message>
        <source>Switch the chosen watchpoint on or off (Space)</source>
        <translation>启用或停用所选监视点 (Space)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove the chosen watchpoint (Del)</source>
        <translation>移除所选监视点 (Del)</translation>
    </message>
    <message>
        <source>No watchpoints</source>
        <translation>没有监视点</translation>
    </message>
    <message>
        <source>A watchpoint checks tensors while the program runs: for NaN, values out of range, weights that do not change, vanishing gradients. Add one, or take those that are recommended for your model.</source>
        <translation>监视点在程序运行时检查张量：NaN、越界的数值、不变的权重、消失的梯度。可添加监视点，或采用为你的模型推荐的监视点。</translation>
    </message>
    <message>
        <source>Hits</source>
        <translation>命中</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一个</translation>
    </message>
    <message>
        <source>Go to the previous hit</source>
        <translation>转到上一个命中</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>Go to the next hit</source>
        <translation>转到下一个命中</translation>
    </message>
    <message>
        <source>Check recorded values</source>
        <translation>检查已记录的数值</translation>
    </message>
    <message>
        <source>Check all that is recorded with these watchpoints</source>
        <translation>用这些监视点检查全部记录</translation>
    </message>
    <message>
        <source>Checking recorded values…</source>
        <translation>正在检查已记录的数值…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop checking</source>
        <translation>停止检查</translation>
    </message>
    <message>
        <source>Recommended watchpoints</source>
        <translation>推荐的监视点</translation>
    </message>
    <message>
        <source>All that could be recommended is set already.</source>
        <translation>可推荐的监视点都已设置。</translation>
    </message>
    <message>
        <source>Checking recorded values</source>
        <translation>正在检查已记录的数值</translation>
    </message>
    <message>
        <source>No values were recorded, so there was nothing to check. Choose Run &gt; Record &gt; Operators and values.</source>
        <translation>未记录数值，没有可检查的内容。请选择 运行 &gt; 记录 &gt; 算子和数值。</translation>
    </message>
    <message>
        <source>⚠ The watchpoints were changed since the check: its result is out of date.</source>
        <translation>⚠ 检查后监视点已更改：检查结果已过期。</translation>
    </message>
    <message>
        <source>Checked up to #%1; later operators were watched as they ran.</source>
        <translation>已检查到 #%1；之后的算子在运行时监视。</translation>
    </message>
    <message>
        <source>Checked up to #%1.</source>
        <translation>已检查到 #%1。</translation>
    </message>
    <message>
        <source>No hits</source>
        <translation>没有命中</translation>
    </message>
    <message>
        <source>No recorded tensor passed a threshold.</source>
        <translation>没有已记录的张量超过阈值。</translation>
    </message>
    <message>
        <source>Hits appear here as the program runs. &quot;Check recorded values&quot; looks through what was recorded before.</source>
        <translation>程序运行时命中会显示在这里。“检查已记录的数值”会检查之前的记录。</translation>
    </message>
</context>
</TS>
