<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
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
        <source>Run one operator; starts the script if none runs</source>
        <translation>执行一个算子；脚本未运行时先启动它</translation>
    </message>
    <message>
        <source>Step one line</source>
        <translation>单步一行</translation>
    </message>
    <message>
        <source>Run to the next line of the script</source>
        <translation>运行到脚本的下一行</translation>
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
        <source>Values, statistics and facts of what is selected</source>
        <translation>选中内容的数值、统计和信息</translation>
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
    <name>jitscope</name>
    <message>
        <source>tensor %1</source>
        <translation>张量 %1</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
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
        <source>Show types, shapes and times behind the lines that ran</source>
        <translation>在运行过的行后显示类型、形状和耗时</translation>
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
        <source>Show the mean time of each operator</source>
        <translation>显示每个算子的平均耗时</translation>
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
</context>
<context>
    <name>jitscope::GraphView</name>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Arrow keys walk along the edges, Space shows all, Ctrl+F finds</source>
        <translation>方向键沿边移动，空格显示全部，Ctrl+F 查找</translation>
    </message>
    <message>
        <source>Double-click shows what is in it</source>
        <translation>双击查看其内部</translation>
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
    <name>jitscope::HeatMapView</name>
    <message>
        <source>Heat map of the values</source>
        <translation>数值热力图</translation>
    </message>
</context>
<context>
    <name>jitscope::HistogramView</name>
    <message>
        <source>Histogram of the values</source>
        <translation>数值直方图</translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2: %n value(s)</source>
        <translation>
            <numerusform>%1 到 %2：%n 个值</numerusform>
        </translation>
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
        <source>Click a node, an operator, a source line or a slice; its tensor&apos;s values and statistics appear here.</source>
        <translation>点击节点、算子、源码行或切片，其张量的数值和统计会显示在这里。</translation>
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
        <source>Values of the tensor</source>
        <translation>张量的数值</translation>
    </message>
    <message>
        <source>This value was not recorded</source>
        <translation>该数值未被记录</translation>
    </message>
    <message>
        <source>Choose Run &gt; Record &gt; Operators and values, then run again.</source>
        <translation>选择 运行 &gt; 记录 &gt; 算子和数值，然后重新运行。</translation>
    </message>
    <message>
        <source>Index on axis %1</source>
        <translation>轴 %1 上的索引</translation>
    </message>
    <message>
        <source>Index on axis %1 of %2</source>
        <translation>轴 %1 上的索引（共 %2）</translation>
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
        <source>min %1  mean %2  max %3  σ %4  zero %5  NaN %6 · Inf %7</source>
        <translation>最小 %1  均值 %2  最大 %3  σ %4  零 %5  NaN %6 · Inf %7</translation>
    </message>
    <message>
        <source>Show the values of this tensor</source>
        <translation>显示此张量的数值</translation>
    </message>
    <message>
        <source>Go to the operator that made it</source>
        <translation>转到生成它的算子</translation>
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
        <source>Also keep the values of tensors, for the inspector</source>
        <translation>同时保留张量的数值，供查看</translation>
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
    <name>jitscope::NullRunner</name>
    <message>
        <source>This window shows a recorded session and runs no programs.</source>
        <translation>此窗口显示已记录的会话，不能运行程序。</translation>
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
</TS>
