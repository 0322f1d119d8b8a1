<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Advice</name>
    <message>
        <source>The host launches too late</source>
        <translation>主机下发过晚</translation>
    </message>
    <message>
        <source>%1 of the time the device is idle because its next task was not launched yet; most often the host was in %2.</source>
        <translation>%1 的时间里设备空闲，因为下一任务尚未下发；主机最常处于 %2。</translation>
    </message>
    <message>
        <source>Launch less often or earlier: compile the function with @jit, fuse small operators, move work out of the training loop, bind the process to the cores near the device.</source>
        <translation>减少或提前下发：用 @jit 编译函数，融合小算子，把工作移出训练循环，把进程绑定到设备附近的 CPU 核。</translation>
    </message>
    <message>
        <source>our own choice</source>
        <translation>自行选定</translation>
    </message>
    <message>
        <source>One long gap</source>
        <translation>一个长间隙</translation>
    </message>
    <message>
        <source>The longest gap takes %1 (%2 of the whole). %3</source>
        <translation>最长的间隙为 %1（占整体的 %2）。%3</translation>
    </message>
    <message>
        <source>Look at the slices: what the host or the other stream did there.</source>
        <translation>查看切片：主机或另一个流当时在做什么。</translation>
    </message>
    <message>
        <source>Waiting for data</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>%1 of the time the device waits for input data.</source>
        <translation>%1 的时间里设备在等待输入数据。</translation>
    </message>
    <message>
        <source>More workers, prefetching, cheaper preprocessing, or caching of the data set.</source>
        <translation>增加 worker、预取、降低预处理开销或缓存数据集。</translation>
    </message>
    <message>
        <source>The host waits for the device</source>
        <translation>主机等待设备</translation>
    </message>
    <message>
        <source>%1 of the time the device is idle behind calls that wait for it, most often %2.</source>
        <translation>%1 的时间里设备因等待它的调用而空闲，最常见的是 %2。</translation>
    </message>
    <message>
        <source>Take values to the host less often (item(), asnumpy(), print of tensors); copy asynchronously.</source>
        <translation>减少把数值取到主机的次数（item()、asnumpy()、打印张量）；异步拷贝。</translation>
    </message>
    <message>
        <source>Many tiny kernels</source>
        <translation>大量微小内核</translation>
    </message>
    <message>
        <source>%1 of the %2 tasks take less than 10 us while launches come too late: an eager launch costs the host 12 to 33 us.</source>
        <translation>%2 个任务中 %1 短于 10 us 且下发过晚：动态图下发一次需主机 12 到 33 us。</translation>
    </message>
    <message>
        <source>Compile with @jit (graph sink), use fused operators or larger batches.</source>
        <translation>用 @jit 编译（图下沉），使用融合算子或更大的 batch。</translation>
    </message>
    <message>
        <source>measured launch intervals: 12 to 33 us an operator</source>
        <translation>实测下发间隔：每个算子 12 到 33 us</translation>
    </message>
    <message>
        <source>Collectives only wait</source>
        <translation>集合通信只在等待</translation>
    </message>
    <message>
        <source>%1 of the time a collective stands and waits for other ranks while nothing else works.</source>
        <translation>%1 的时间里集合通信停着等待其他 rank，同时没有其他工作。</translation>
    </message>
    <message>
        <source>Balance the work of the ranks; see which rank comes last.</source>
        <translation>均衡各 rank 的工作；查看哪个 rank 最后到达。</translation>
    </message>
    <message>
        <source>One rank makes the others wait</source>
        <translation>一个 rank 使其他 rank 等待</translation>
    </message>
    <message>
        <source>Rank %1 comes last to %2 collectives; %3 of all waiting (%4) is for it.</source>
        <translation>Rank %1 在 %2 个集合通信中最后到达；全部等待的 %3（%4）因它而起。</translation>
    </message>
    <message>
        <source>Compare that rank with another one: its kernels (frequency, other load), its host, its data.</source>
        <translation>把该 rank 与另一个比较：内核（频率、其他负载）、主机、数据。</translation>
    </message>
    <message>
        <source>at least half of all waiting</source>
        <translation>至少占全部等待的一半</translation>
    </message>
    <message>
        <source>Communication is not overlapped</source>
        <translation>通信未重叠</translation>
    </message>
    <message>
        <source>For %1 of the time the device communicates and computes nothing; that is %2 of the communication.</source>
        <translation>%1 的时间里设备在通信而没有计算；占通信的 %2。</translation>
    </message>
    <message>
        <source>Overlap gradients&apos; reduction with the backward pass (smaller buckets), or communicate less often.</source>
        <translation>让梯度规约与反向计算重叠（更小的 bucket），或减少通信次数。</translation>
    </message>
    <message>
        <source>Operators are compiled while the program runs</source>
        <translation>程序运行时编译算子</translation>
    </message>
    <message>
        <source>%1 calls compile an operator (%2), %3 in all.</source>
        <translation>%1 次调用编译算子（%2），合计 %3。</translation>
    </message>
    <message>
        <source>Fixed shapes need no compiling again: pad dynamic shapes or prefer operators that ship as binaries (aclnn); leave the first steps out of the profile.</source>
        <translation>固定形状无需重新编译：填充动态形状，或优先使用以二进制发布的算子 (aclnn)；采集时略去最初的几个 step。</translation>
    </message>
    <message>
        <source>Kernels on the AI CPU</source>
        <translation>AI CPU 上的内核</translation>
    </message>
    <message>
        <source>%1 of the kernel time is spent on the AI CPU (%2 kernels, the longest %3).</source>
        <translation>%1 的内核时间花在 AI CPU 上（%2 个内核，最长的是 %3）。</translation>
    </message>
    <message>
        <source>These operators have no AI Core kernel for their types: another dtype (int64 to int32, float64 to float32) or another operator often has one.</source>
        <translation>这些算子的类型没有 AI Core 内核：换一种 dtype（int64 换 int32，float64 换 float32）或换一个算子往往就有。</translation>
    </message>
    <message>
        <source>Format conversions</source>
        <translation>格式转换</translation>
    </message>
    <message>
        <source>%1 of the kernel time converts memory formats (%2 TransData kernels).</source>
        <translation>%1 的内核时间用于转换内存格式（%2 个 TransData 内核）。</translation>
    </message>
    <message>
        <source>Keep weights in the private format, or disable it for networks that gain nothing (jit level, enable NZ).</source>
        <translation>让权重保持私有格式，或对没有收益的网络关闭它（jit level，enable NZ）。</translation>
    </message>
    <message>
        <source>Transposes</source>
        <translation>转置</translation>
    </message>
    <message>
        <source>%1 of the kernel time transposes or copies views (%2 kernels).</source>
        <translation>%1 的内核时间用于转置或拷贝视图（%2 个内核）。</translation>
    </message>
    <message>
        <source>Choose layouts that fit the consumer; transposed operands of a matrix product cost nothing.</source>
        <translation>选择适合使用者的排布；矩阵乘的转置操作数没有开销。</translation>
    </message>
    <message>
        <source>Casts</source>
        <translation>类型转换</translation>
    </message>
    <message>
        <source>%1 of the kernel time casts between types (%2 kernels).</source>
        <translation>%1 的内核时间用于类型转换（%2 个内核）。</translation>
    </message>
    <message>
        <source>Keep neighbours in one precision; keep fp32 copies only where the optimizer needs them.</source>
        <translation>让相邻算子使用同一精度；只在优化器需要处保留 fp32 副本。</translation>
    </message>
    <message>
        <source>Cube kernels that use few cores</source>
        <translation>使用核数少的 Cube 内核</translation>
    </message>
    <message>
        <source>%1 of the kernel time runs on at most half of the %2 cube cores of this chip.</source>
        <translation>%1 的内核时间最多只用到此芯片 %2 个 Cube 核的一半。</translation>
    </message>
    <message>
        <source>Larger or otherwise split matrices fill more cores; batch small products.</source>
        <translation>更大或切分方式不同的矩阵能用满更多核；把小矩阵乘合并成批。</translation>
    </message>
    <message>
        <source>Matrix sizes that do not fill the cube unit</source>
        <translation>未填满 Cube 单元的矩阵尺寸</translation>
    </message>
    <message>
        <source>%1 of the kernel time multiplies matrices of which a side is no multiple of 16, for instance %2.</source>
        <translation>%1 的内核时间用于某一边不是 16 的倍数的矩阵乘，例如 %2。</translation>
    </message>
    <message>
        <source>Pad hidden sizes and vocabularies to multiples of 16 (of 128 where it can be).</source>
        <translation>把隐藏层大小和词表填充到 16 的倍数（可能时为 128 的倍数）。</translation>
    </message>
    <message>
        <source>the cube unit multiplies 16 x 16 blocks</source>
        <translation>Cube 单元按 16 x 16 块做乘法</translation>
    </message>
    <message>
        <source>Kernels bound by their scalar unit</source>
        <translation>受 Scalar 单元限制的内核</translation>
    </message>
    <message>
        <source>%1 of the kernel time goes to kernels whose scalar unit is busy for at least 80 %.</source>
        <translation>%1 的内核时间用于 Scalar 单元至少 80 % 时间繁忙的内核。</translation>
    </message>
    <message>
        <source>Small or oddly shaped inputs make kernels compute addresses: batch them, or align their inner axis.</source>
        <translation>输入过小或形状不规整会使内核忙于计算地址：合并成批，或对齐最内轴。</translation>
    </message>
    <message>
        <source>scalar ratio above 0.8: bound by control</source>
        <translation>scalar 比例大于 0.8：受控制限制</translation>
    </message>
    <message>
        <source>Reserved memory is not used</source>
        <translation>保留的内存未被使用</translation>
    </message>
    <message>
        <source>At the peak %1 are reserved but never more than %2 in use: %3 of it lies idle in the allocator.</source>
        <translation>峰值时保留了 %1，但使用从不超过 %2：其中 %3 在分配器中闲置。</translation>
    </message>
    <message>
        <source>Expandable segments, fewer sizes that come once, or clearing the cache between phases.</source>
        <translation>使用可扩展段，减少只出现一次的大小，或在各阶段之间清空缓存。</translation>
    </message>
    <message>
        <source>Memory is nearly full</source>
        <translation>内存将满</translation>
    </message>
    <message>
        <source>At the peak %1 are reserved; of a device with %2 (the next size) that is %3.</source>
        <translation>峰值时保留了 %1；按 %2 的设备（下一档容量）计为 %3。</translation>
    </message>
    <message>
        <source>Recompute activations, shard the optimizer&apos;s state, smaller batches.</source>
        <translation>重计算激活值，切分优化器状态，减小 batch。</translation>
    </message>
    <message>
        <source>Repeated compiling</source>
        <translation>重复编译</translation>
    </message>
    <message>
        <source>%2 was called %1 times, %3 in all (sums of the whole run).</source>
        <translation>%2 被调用 %1 次，合计 %3（整次运行的总和）。</translation>
    </message>
    <message>
        <source>Fixed shapes need no compiling again: pad dynamic shapes or prefer operators that ship as binaries (aclnn).</source>
        <translation>固定形状无需重新编译：填充动态形状，或优先使用以二进制发布的算子 (aclnn)。</translation>
    </message>
    <message>
        <source>Transfers in small packets</source>
        <translation>小包传输</translation>
    </message>
    <message>
        <source>%1 of the time on links goes to packets too small for the link&apos;s speed.</source>
        <translation>链路上 %1 的时间用于太小而达不到链路速度的包。</translation>
    </message>
    <message>
        <source>Fuse collectives: larger buckets of gradients, fewer and larger messages.</source>
        <translation>合并集合通信：更大的梯度 bucket，更少更大的消息。</translation>
    </message>
    <message>
        <source>packets below 1 MB, or a large packet ratio below 0.5</source>
        <translation>包小于 1 MB，或大包比例低于 0.5</translation>
    </message>
    <message>
        <source>sizes of packets are not recorded, and no large packet ratio is filled in</source>
        <translation>未记录包的大小，也没有填写大包比例</translation>
    </message>
    <message>
        <source>the exact chip is not recorded, so that its number of cube cores is not known</source>
        <translation>未记录确切的芯片型号，因此 Cube 核数未知</translation>
    </message>
    <message>
        <source>%1 of the time the device is idle because its next task was not launched yet; what the host did meanwhile is not recorded.</source>
        <translation>%1 的时间里设备空闲，因为下一任务尚未下发；主机此时在做什么没有记录。</translation>
    </message>
    <message>
        <source>At least %1 of the time a collective stands and waits for other ranks while nothing else works; of some collectives no task is recorded.</source>
        <translation>至少 %1 的时间里集合通信停着等待其他 rank，而没有其他工作；部分集合通信没有任务记录。</translation>
    </message>
    <message>
        <source>the profiler counted communication, but the timeline has no lane of it</source>
        <translation>性能分析器统计到了通信，但时间线中没有通信泳道</translation>
    </message>
    <message>
        <source>of the collectives neither tasks (planes, level 1 on) nor a table (communication.json) are there, so that %1 of the time may be waiting or not</source>
        <translation>集合通信既没有任务（level 1 起的 plane）也没有表（communication.json），因此 %1 的时间是否在等待无法得知</translation>
    </message>
    <message>
        <source>Rank %1 makes the others of its group (ranks %2) wait: over %3 operators it waited %4 itself, the others %5 (median), by the table of communication.</source>
        <translation>按通信表，rank %1 让组内其他 rank（rank %2）等待：在 %3 个算子中它自身等待 %4，其他 rank 等待 %5（中位数）。</translation>
    </message>
    <message>
        <source>only one rank of each collective is open</source>
        <translation>每个集合通信只打开了一个 rank</translation>
    </message>
    <message>
        <source>how many ranks take part in the collectives is not recorded (profiler_metadata.json and communication_matrix.json tell it)</source>
        <translation>没有记录有多少 rank 参与集合通信（profiler_metadata.json 和 communication_matrix.json 中有）</translation>
    </message>
    <message>
        <source>the collectives are of at least %1 ranks, and not all of them are open</source>
        <translation>集合通信至少有 %1 个 rank，其中并非全部打开</translation>
    </message>
    <message>
        <source>ranks of the collectives are not open: %1</source>
        <translation>集合通信中有 rank 未打开：%1</translation>
    </message>
    <message>
        <source>types of kernels are not recorded (level 1 on has them)</source>
        <translation>没有记录 kernel 的类型（level 1 起才有）</translation>
    </message>
    <message>
        <source>what kernels ran on is not recorded (level 1 on has it)</source>
        <translation>没有记录 kernel 在哪种核上运行（level 1 起才有）</translation>
    </message>
    <message>
        <source>shapes of kernels are not recorded (level 1 on has them)</source>
        <translation>没有记录 kernel 的形状（level 1 起才有）</translation>
    </message>
    <message>
        <source>how busy the scalar unit was is not recorded (aic_metrics PipeUtilization has it)</source>
        <translation>没有记录标量单元的忙碌程度（aic_metrics 为 PipeUtilization 时才有）</translation>
    </message>
</context>
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
        <source>name of a node, such as %12</source>
        <translation>节点名，如 %12</translation>
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
    <name>CauseText</name>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>possible</source>
        <translation>可能</translation>
    </message>
    <message>
        <source>likely</source>
        <translation>很可能</translation>
    </message>
    <message>
        <source>certain</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>变慢</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>变快</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>no partner</source>
        <translation>无对应项</translation>
    </message>
    <message>
        <source>operator or node</source>
        <translation>算子或节点</translation>
    </message>
    <message>
        <source>full name</source>
        <translation>全名</translation>
    </message>
    <message>
        <source>type and shapes, in order</source>
        <translation>类型和形状，按顺序</translation>
    </message>
    <message>
        <source>name without numbers, in order</source>
        <translation>去掉编号的名称，按顺序</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>Device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>The device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>from %1 %2 on (%3)</source>
        <translation>从 %1 %2 起（%3）</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>Run Settings…</source>
        <translation>运行设置…</translation>
    </message>
    <message>
        <source>Arguments, working folder, environment, module folders and options of Python that this script is run with</source>
        <translation>运行此脚本所用的参数、工作目录、环境变量、模块目录和 Python 选项</translation>
    </message>
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
        <source>Forward</source>
        <translation>前进</translation>
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
    <message>
        <source>Open a stretch of time...</source>
        <translation>打开一段时间...</translation>
    </message>
    <message>
        <source>Open a part of a trace that is larger than memory</source>
        <translation>打开大于内存的轨迹的一部分</translation>
    </message>
    <message>
        <source>Open beside...</source>
        <translation>并列打开...</translation>
    </message>
    <message>
        <source>Open a further rank&apos;s profiler folder beside what is open</source>
        <translation>在已打开的内容旁再打开一个 rank 的性能数据文件夹</translation>
    </message>
    <message>
        <source>Save this layout as...</source>
        <translation>布局另存为...</translation>
    </message>
    <message>
        <source>Keep how the panels stand now, under a name</source>
        <translation>以一个名称保存面板当前的排列</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>增大文字</translation>
    </message>
    <message>
        <source>Make all texts of the window larger</source>
        <translation>增大窗口中的所有文字</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>减小文字</translation>
    </message>
    <message>
        <source>Make all texts of the window smaller</source>
        <translation>减小窗口中的所有文字</translation>
    </message>
    <message>
        <source>Text as at first</source>
        <translation>恢复文字大小</translation>
    </message>
    <message>
        <source>Give all texts of the window their usual size</source>
        <translation>使窗口中的所有文字恢复通常大小</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>Perspectives</source>
        <translation>预设布局</translation>
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
        <source>Zoom</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Step backwards</source>
        <translation>反向单步</translation>
    </message>
    <message>
        <source>Run to</source>
        <translation>运行到</translation>
    </message>
    <message>
        <source>Breakpoints</source>
        <translation>断点</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>Open trace...</source>
        <translation>打开轨迹...</translation>
    </message>
    <message>
        <source>Open a trace or a table that a profiler wrote</source>
        <translation>打开性能工具写出的轨迹或表格</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>指南</translation>
    </message>
    <message>
        <source>Read about the panel with the focus, or anything else</source>
        <translation>阅读关于当前面板或其他任何内容的说明</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>起始页</translation>
    </message>
    <message>
        <source>What was open before, samples, the guide</source>
        <translation>打开过的文件、示例、指南</translation>
    </message>
    <message>
        <source>Tour</source>
        <translation>导览</translation>
    </message>
    <message>
        <source>Two minutes through the program, on a sample</source>
        <translation>用一个示例，两分钟走完整个程序</translation>
    </message>
    <message>
        <source>Next panel</source>
        <translation>下一个面板</translation>
    </message>
    <message>
        <source>Give the keys to the next panel in view</source>
        <translation>把键盘焦点交给下一个可见面板</translation>
    </message>
    <message>
        <source>Previous panel</source>
        <translation>上一个面板</translation>
    </message>
    <message>
        <source>Give the keys to the panel before</source>
        <translation>把键盘焦点交给上一个面板</translation>
    </message>
    <message>
        <source>In the editor go to where the last jump began, elsewhere select what was selected before</source>
        <translation>在编辑器中回到上一次跳转的起点，其他地方选中之前选中的对象</translation>
    </message>
    <message>
        <source>Follow the jump in the editor again, elsewhere select what was selected after</source>
        <translation>在编辑器中再次跟随跳转，其他地方选中之后选中的对象</translation>
    </message>
    <message>
        <source>Replace...</source>
        <translation>替换...</translation>
    </message>
    <message>
        <source>Search in the script and replace what is found</source>
        <translation>在脚本中查找并替换找到的内容</translation>
    </message>
    <message>
        <source>Toggle comment</source>
        <translation>切换注释</translation>
    </message>
    <message>
        <source>Make comments of the selected lines of the script, or code again</source>
        <translation>把脚本中选中的行变为注释，或变回代码</translation>
    </message>
    <message>
        <source>Rename local name...</source>
        <translation>重命名局部名称...</translation>
    </message>
    <message>
        <source>Give the local name under the cursor another name in its whole function</source>
        <translation>在整个函数中给光标处的局部名称改名</translation>
    </message>
    <message>
        <source>Fold or unfold</source>
        <translation>折叠或展开</translation>
    </message>
    <message>
        <source>Fold the block around the cursor away, or show it again</source>
        <translation>折叠光标所在的代码块，或再次显示</translation>
    </message>
    <message>
        <source>Go to definition</source>
        <translation>转到定义</translation>
    </message>
    <message>
        <source>Go to where the name under the cursor comes from; Ctrl+click does the same</source>
        <translation>转到光标处名称的来源；Ctrl+单击效果相同</translation>
    </message>
    <message>
        <source>Problems of the script</source>
        <translation>脚本的问题</translation>
    </message>
    <message>
        <source>List what is known to be wrong with the script</source>
        <translation>列出脚本中已知的问题</translation>
    </message>
    <message>
        <source>Next script</source>
        <translation>下一个脚本</translation>
    </message>
    <message>
        <source>Bring the next open script to the front</source>
        <translation>把下一个打开的脚本放到最前</translation>
    </message>
    <message>
        <source>Previous script</source>
        <translation>上一个脚本</translation>
    </message>
    <message>
        <source>Bring the open script before this one to the front</source>
        <translation>把上一个打开的脚本放到最前</translation>
    </message>
    <message>
        <source>Find culprit</source>
        <translation>查找出错的优化遍</translation>
    </message>
    <message>
        <source>Find the first pass and node that change what the function computes</source>
        <translation>找出第一个改变函数计算结果的优化遍和节点</translation>
    </message>
    <message>
        <source>What was not fused</source>
        <translation>未融合的部分</translation>
    </message>
    <message>
        <source>List all that the passes refused, by the predicate that failed</source>
        <translation>按未满足的谓词列出各优化遍拒绝的全部融合</translation>
    </message>
    <message>
        <source>Export a report...</source>
        <translation>导出报告...</translation>
    </message>
    <message>
        <source>Write what was compiled, with graphs, passes and variants, as one HTML file</source>
        <translation>把编译内容（含图、优化遍和变体）写成一个 HTML 文件</translation>
    </message>
    <message>
        <source>Clear filters and marked range</source>
        <translation>清除过滤条件和标记的时间段</translation>
    </message>
    <message>
        <source>Take away all that operators are filtered by, and the marked stretch of time</source>
        <translation>去掉对算子的全部过滤条件和标记的时间段</translation>
    </message>
    <message>
        <source>Undo last filter</source>
        <translation>撤销上一次过滤</translation>
    </message>
    <message>
        <source>Back to what operators were filtered by before the last change</source>
        <translation>恢复到上一次更改之前的算子过滤条件</translation>
    </message>
</context>
<context>
    <name>DeviceParameters</name>
    <message>
        <source>Cube cores</source>
        <translation>Cube 核数</translation>
    </message>
    <message>
        <source>Cores that multiply matrices</source>
        <translation>做矩阵乘的核</translation>
    </message>
    <message>
        <source>platform files of CANN</source>
        <translation>CANN 的平台文件</translation>
    </message>
    <message>
        <source>Vector cores</source>
        <translation>Vector 核数</translation>
    </message>
    <message>
        <source>Cores that do everything else</source>
        <translation>做其余一切运算的核</translation>
    </message>
    <message>
        <source>Combined cores</source>
        <translation>合一核数</translation>
    </message>
    <message>
        <source>Cores that do both; 0 where they are separate</source>
        <translation>两者都做的核；分离时为 0</translation>
    </message>
    <message>
        <source>info.json of a recorded profile</source>
        <translation>采集到的 profile 的 info.json</translation>
    </message>
    <message>
        <source>AI CPU cores</source>
        <translation>AI CPU 核数</translation>
    </message>
    <message>
        <source>Cores for operators without a kernel</source>
        <translation>没有内核的算子所用的核</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>主频</translation>
    </message>
    <message>
        <source>Of the AI cores</source>
        <translation>AI Core 的频率</translation>
    </message>
    <message>
        <source>constants of Ascend&apos;s operator profiler</source>
        <translation>Ascend 算子调优工具中的常数</translation>
    </message>
    <message>
        <source>HBM bandwidth</source>
        <translation>HBM 带宽</translation>
    </message>
    <message>
        <source>In theory</source>
        <translation>理论值</translation>
    </message>
    <message>
        <source>HBM size</source>
        <translation>HBM 容量</translation>
    </message>
    <message>
        <source>Memory of the device</source>
        <translation>设备内存</translation>
    </message>
    <message>
        <source>L2 size</source>
        <translation>L2 容量</translation>
    </message>
    <message>
        <source>Cache that all cores share</source>
        <translation>所有核共享的缓存</translation>
    </message>
    <message>
        <source>L2 bandwidth</source>
        <translation>L2 带宽</translation>
    </message>
    <message>
        <source>HBM bandwidth of matmul</source>
        <translation>矩阵乘的 HBM 带宽</translation>
    </message>
    <message>
        <source>What a matrix product gets of it</source>
        <translation>矩阵乘实际得到的带宽</translation>
    </message>
    <message>
        <source>median of a recorded Qwen3 training step on an Ascend 910B4</source>
        <translation>Ascend 910B4 上采集的一个 Qwen3 训练 step 的中位数</translation>
    </message>
    <message>
        <source>Cube efficiency</source>
        <translation>Cube 效率</translation>
    </message>
    <message>
        <source>Share of the peak that a large matrix product reaches</source>
        <translation>大矩阵乘达到峰值的比例</translation>
    </message>
    <message>
        <source>fitted to a recorded Qwen3 training step on an Ascend 910B4</source>
        <translation>按 Ascend 910B4 上采集的一个 Qwen3 训练 step 拟合</translation>
    </message>
    <message>
        <source>Matmul launch</source>
        <translation>矩阵乘启动</translation>
    </message>
    <message>
        <source>What a matrix product takes besides its work</source>
        <translation>矩阵乘在计算之外的用时</translation>
    </message>
    <message>
        <source>Float32 rate</source>
        <translation>Float32 速率</translation>
    </message>
    <message>
        <source>Of the 16-bit rate of the cube</source>
        <translation>相对 Cube 的 16 位速率</translation>
    </message>
    <message>
        <source>operator profiler&apos;s roofline of a later chip; not measured</source>
        <translation>算子调优工具对较新芯片的 roofline；未实测</translation>
    </message>
    <message>
        <source>Attention efficiency</source>
        <translation>注意力效率</translation>
    </message>
    <message>
        <source>Share of the cubes&apos; peak in fused attention</source>
        <translation>融合注意力达到 Cube 峰值的比例</translation>
    </message>
    <message>
        <source>Attention gradient efficiency</source>
        <translation>注意力梯度效率</translation>
    </message>
    <message>
        <source>The same of its gradient</source>
        <translation>其梯度的同一比例</translation>
    </message>
    <message>
        <source>Block spread</source>
        <translation>多核分发</translation>
    </message>
    <message>
        <source>What a small kernel on all cores takes longer than on one</source>
        <translation>小内核在所有核上比在一个核上多用的时间</translation>
    </message>
    <message>
        <source>64-bit types</source>
        <translation>64 位类型</translation>
    </message>
    <message>
        <source>What a vector kernel takes longer for 64-bit numbers</source>
        <translation>向量内核处理 64 位数时多用的时间</translation>
    </message>
    <message>
        <source>Mixed types</source>
        <translation>混合类型</translation>
    </message>
    <message>
        <source>What converting an operand first takes</source>
        <translation>先转换一个操作数的用时</translation>
    </message>
    <message>
        <source>Small-kernel gain</source>
        <translation>小内核增益</translation>
    </message>
    <message>
        <source>Exponent by which bandwidth grows as a kernel&apos;s bytes fall below 16 MB</source>
        <translation>内核字节数低于 16 MB 时带宽增长的指数</translation>
    </message>
    <message>
        <source>Vector lanes</source>
        <translation>向量宽度</translation>
    </message>
    <message>
        <source>Float32 elements a vector core works on in a cycle</source>
        <translation>一个 Vector 核每周期处理的 float32 元素数</translation>
    </message>
    <message>
        <source>AI CPU kernel</source>
        <translation>AI CPU 内核</translation>
    </message>
    <message>
        <source>A kernel of the AI CPU, however small</source>
        <translation>AI CPU 内核的最短用时</translation>
    </message>
    <message>
        <source>an assumption; no recorded profile at hand has one</source>
        <translation>假设值；手头的 profile 中没有这样的内核</translation>
    </message>
    <message>
        <source>AI CPU bandwidth</source>
        <translation>AI CPU 带宽</translation>
    </message>
    <message>
        <source>What such a kernel reads and writes</source>
        <translation>此类内核的读写速率</translation>
    </message>
    <message>
        <source>Task gap</source>
        <translation>任务间隔</translation>
    </message>
    <message>
        <source>Between tasks of a stream that were launched one by one</source>
        <translation>逐个下发时同一条流上相邻任务的间隔</translation>
    </message>
    <message>
        <source>Sink gap</source>
        <translation>下沉间隔</translation>
    </message>
    <message>
        <source>Between tasks of a graph that was launched as a whole</source>
        <translation>整图下发时相邻任务的间隔</translation>
    </message>
    <message>
        <source>middle of the 0.1-1.5 µs seen in recorded profiles</source>
        <translation>采集的 profile 中 0.1-1.5 µs 的中值</translation>
    </message>
    <message>
        <source>PyNative interval</source>
        <translation>PyNative 下发间隔</translation>
    </message>
    <message>
        <source>From one eager launch to the next</source>
        <translation>相邻两次 eager 下发的间隔</translation>
    </message>
    <message>
        <source>Graph interval</source>
        <translation>图下发间隔</translation>
    </message>
    <message>
        <source>From one launch of a graph to the next, kernel by kernel</source>
        <translation>图逐个内核下发时相邻两次下发的间隔</translation>
    </message>
    <message>
        <source>tenth percentile of recorded intervals between launches</source>
        <translation>采集到的下发间隔的第 10 百分位</translation>
    </message>
    <message>
        <source>The call that launches a kernel</source>
        <translation>下发内核的调用</translation>
    </message>
    <message>
        <source>Task queue</source>
        <translation>任务队列</translation>
    </message>
    <message>
        <source>From the operator&apos;s thread to the one that launches</source>
        <translation>从算子线程到下发线程</translation>
    </message>
    <message>
        <source>shortest way in a recorded torch_npu profile</source>
        <translation>采集的 torch_npu profile 中的最短用时</translation>
    </message>
    <message>
        <source>Launch latency</source>
        <translation>下发时延</translation>
    </message>
    <message>
        <source>From the end of a launch to the earliest begin</source>
        <translation>从下发结束到最早开始</translation>
    </message>
    <message>
        <source>an assumption: recorded clocks differ by more</source>
        <translation>假设值：采集的各时钟相差更大</translation>
    </message>
    <message>
        <source>PCIe bandwidth</source>
        <translation>PCIe 带宽</translation>
    </message>
    <message>
        <source>Copies between host and device</source>
        <translation>主机与设备间的拷贝</translation>
    </message>
    <message>
        <source>19.27 MB in 828 µs of a recorded profile</source>
        <translation>采集的 profile 中 828 µs 拷贝 19.27 MB</translation>
    </message>
    <message>
        <source>Copy latency</source>
        <translation>拷贝时延</translation>
    </message>
    <message>
        <source>A copy between host and device, however small</source>
        <translation>主机与设备间拷贝的最短用时</translation>
    </message>
    <message>
        <source>shortest synchronous copy of recorded profiles</source>
        <translation>采集的 profile 中最短的同步拷贝</translation>
    </message>
    <message>
        <source>Copy engine</source>
        <translation>拷贝引擎</translation>
    </message>
    <message>
        <source>Copies on the device</source>
        <translation>设备内的拷贝</translation>
    </message>
    <message>
        <source>communication matrix of a recorded profile</source>
        <translation>采集的 profile 的通信矩阵</translation>
    </message>
    <message>
        <source>HCCS link</source>
        <translation>HCCS 链路</translation>
    </message>
    <message>
        <source>Between two devices</source>
        <translation>两个设备之间</translation>
    </message>
    <message>
        <source>communication matrices of recorded profiles (15.8-17.6)</source>
        <translation>采集的各 profile 的通信矩阵（15.8-17.6）</translation>
    </message>
    <message>
        <source>Collective latency</source>
        <translation>集合通信时延</translation>
    </message>
    <message>
        <source>A collective, however small</source>
        <translation>集合通信的最短用时</translation>
    </message>
    <message>
        <source>20-40 µs in recorded profiles</source>
        <translation>采集的 profile 中为 20-40 µs</translation>
    </message>
    <message>
        <source>Node@launch</source>
        <translation>Node@launch</translation>
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
    <name>GoTo</name>
    <message>
        <source>kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>line</source>
        <translation>行</translation>
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
        <source>pass</source>
        <translation>优化遍</translation>
    </message>
</context>
<context>
    <name>GraphModel</name>
    <message>
        <source>%1 branches</source>
        <translation>%1 个分支</translation>
    </message>
    <message>
        <source>%1 inputs</source>
        <translation>%1 个输入</translation>
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
        <source>1 input</source>
        <translation>1 个输入</translation>
    </message>
    <message>
        <source>1 member</source>
        <translation>1 个成员</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Return</translation>
    </message>
    <message>
        <source>about to run</source>
        <translation>即将运行</translation>
    </message>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>closed scope</source>
        <translation>折叠的作用域</translation>
    </message>
    <message>
        <source>folded to a constant</source>
        <translation>折叠为常量</translation>
    </message>
    <message>
        <source>fused</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>fused kernel</source>
        <translation>融合内核</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>rewired</source>
        <translation>重新连接</translation>
    </message>
    <message>
        <source>runs in Python</source>
        <translation>在 Python 中运行</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>未变</translation>
    </message>
</context>
<context>
    <name>GraphTitle</name>
    <message>
        <source>no kernels</source>
        <translation>无内核</translation>
    </message>
    <message>
        <source>1 kernel</source>
        <translation>1 个内核</translation>
    </message>
    <message>
        <source>%1 kernels</source>
        <translation>%1 个内核</translation>
    </message>
    <message>
        <source>from a file</source>
        <translation>来自文件</translation>
    </message>
    <message>
        <source>1 call</source>
        <translation>1 次调用</translation>
    </message>
    <message>
        <source>%1 calls</source>
        <translation>%1 次调用</translation>
    </message>
    <message>
        <source>compiled because: %1</source>
        <translation>编译原因：%1</translation>
    </message>
    <message>
        <source>no. %1</source>
        <translation>第 %1 个</translation>
    </message>
    <message>
        <source>%1 (forced)</source>
        <translation>%1（强制）</translation>
    </message>
    <message>
        <source>%1 %2 is forced; the script says %3</source>
        <translation>%1 强制为 %2；脚本写的是 %3</translation>
    </message>
    <message>
        <source>for a gradient</source>
        <translation>用于求梯度</translation>
    </message>
</context>
<context>
    <name>IdleCauses</name>
    <message>
        <source>Host operator</source>
        <translation>主机算子</translation>
    </message>
    <message>
        <source>The next task was launched late: the host was in %1.</source>
        <translation>下一任务下发晚：主机在 %1 中。</translation>
    </message>
    <message>
        <source>The launch of the next task (its HostToDevice flow) lies in the gap; named is the call with the most time of its own until then on the threads that lead to the launch.</source>
        <translation>下一任务的下发（其 HostToDevice 连线）位于间隙中；给出的是到那时为止、在通向下发的线程上自身时间最长的调用。</translation>
    </message>
    <message>
        <source>Host, not recorded</source>
        <translation>主机，未记录</translation>
    </message>
    <message>
        <source>The next task was launched late, by host code that is not recorded; the last call before was %2.</source>
        <translation>下一任务由未记录的主机代码下发，且下发晚；此前最后一次调用是 %2。</translation>
    </message>
    <message>
        <source>The launch of the next task lies in the gap, but calls cover less than 20 % of the time until then.</source>
        <translation>下一任务的下发位于间隙中，但到那时为止调用覆盖的时间不到 20 %。</translation>
    </message>
    <message>
        <source>Data input</source>
        <translation>数据输入</translation>
    </message>
    <message>
        <source>The host was waiting for input data in %1.</source>
        <translation>主机在 %1 中等待输入数据。</translation>
    </message>
    <message>
        <source>A call that fetches data covers at least 30 % of the time until the next launch.</source>
        <translation>取数据的调用覆盖到下一次下发为止的时间的至少 30 %。</translation>
    </message>
    <message>
        <source>Synchronization</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>The host waited for the device in %1 and had nothing queued when it came back.</source>
        <translation>主机在 %1 中等待设备，返回时队列中没有任务。</translation>
    </message>
    <message>
        <source>A call that waits for the device was running when the gap began, or covers 30 % of the time until the next launch.</source>
        <translation>间隙开始时有等待设备的调用在运行，或它覆盖到下一次下发为止的时间的 30 %。</translation>
    </message>
    <message>
        <source>Compilation</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>The host was compiling an operator in %1.</source>
        <translation>主机在 %1 中编译算子。</translation>
    </message>
    <message>
        <source>A call that compiles covers at least 30 % of the time until the next launch.</source>
        <translation>编译调用覆盖到下一次下发为止的时间的至少 30 %。</translation>
    </message>
    <message>
        <source>Synchronous copy</source>
        <translation>同步拷贝</translation>
    </message>
    <message>
        <source>The host was in %1, a copy that it waits for: nothing can be queued meanwhile.</source>
        <translation>主机在 %1 中，这是它要等待的拷贝：其间不能下发任务。</translation>
    </message>
    <message>
        <source>A synchronous copy covers at least 30 % of the time until the next launch.</source>
        <translation>同步拷贝覆盖到下一次下发为止的时间的至少 30 %。</translation>
    </message>
    <message>
        <source>Memory allocation</source>
        <translation>内存分配</translation>
    </message>
    <message>
        <source>The host was allocating or freeing device memory in %1.</source>
        <translation>主机在 %1 中分配或释放设备内存。</translation>
    </message>
    <message>
        <source>Such calls cover at least 30 % of the time until the next launch.</source>
        <translation>此类调用覆盖到下一次下发为止的时间的至少 30 %。</translation>
    </message>
    <message>
        <source>Another rank</source>
        <translation>其他 rank</translation>
    </message>
    <message>
        <source>%1 waits for %2.</source>
        <translation>%1 等待 %2。</translation>
    </message>
    <message>
        <source>A collective runs, but no transfer of it: its planes only stand in Notify_Wait. The rank is that of the longest wait, as its group numbers it.</source>
        <translation>集合通信在运行但没有传输：其各 plane 都停在 Notify_Wait。给出的 rank 是等待最久者，按其组内编号。</translation>
    </message>
    <message>
        <source>Another stream</source>
        <translation>其他流</translation>
    </message>
    <message>
        <source>The stream waits in %1 for %2.</source>
        <translation>流在 %1 中等待 %2。</translation>
    </message>
    <message>
        <source>A wait on the stream of the next task covers at least 30 % of the gap.</source>
        <translation>下一任务所在流上的等待覆盖至少 30 % 的间隙。</translation>
    </message>
    <message>
        <source>Scheduling</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>The next task was launched in time; the device took this long to begin it.</source>
        <translation>下一任务下发及时；设备开始执行用了这么久。</translation>
    </message>
    <message>
        <source>The launch ended before the gap began, no wait is recorded, and the gap is shorter than 20 us.</source>
        <translation>下发在间隙开始前结束，没有记录等待，且间隙短于 20 us。</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Nothing that is recorded explains this gap.</source>
        <translation>记录的内容都不能解释此间隙。</translation>
    </message>
    <message>
        <source>Neither a late launch nor a wait nor any host call is recorded.</source>
        <translation>既没有记录晚下发，也没有记录等待或任何主机调用。</translation>
    </message>
    <message>
        <source>next task</source>
        <translation>下一任务</translation>
    </message>
    <message>
        <source>task before</source>
        <translation>前一任务</translation>
    </message>
    <message>
        <source>the longest wait</source>
        <translation>最长的等待</translation>
    </message>
    <message>
        <source>collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>host call</source>
        <translation>主机调用</translation>
    </message>
    <message>
        <source>Python function</source>
        <translation>Python 函数</translation>
    </message>
    <message>
        <source>last call before</source>
        <translation>此前最后一次调用</translation>
    </message>
    <message>
        <source>operator of the next task</source>
        <translation>下一任务的算子</translation>
    </message>
    <message>
        <source>launch of the next task</source>
        <translation>下一任务的下发</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>the record that ends the wait</source>
        <translation>结束等待的记录事件</translation>
    </message>
    <message>
        <source>rank %1 of its group</source>
        <translation>其通信组的 rank %1</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>another rank</source>
        <translation>另一个 rank</translation>
    </message>
    <message>
        <source>other ranks</source>
        <translation>其他 rank</translation>
    </message>
    <message>
        <source>an event of another stream</source>
        <translation>另一条流的事件</translation>
    </message>
    <message>
        <source>A collective, by its table</source>
        <translation>集合通信（据其表）</translation>
    </message>
    <message>
        <source>In %1 nothing moves for at least %2, by the profiler&apos;s table of communication.</source>
        <translation>据性能分析器的通信表，%1 中至少有 %2 没有数据传输。</translation>
    </message>
    <message>
        <source>No task of the collective is recorded. Its time is longer than all its transfers over all links one after the other (communication.json or its database); when it waited is not told.</source>
        <translation>没有记录该集合通信的任务。其时间长于所有链路上全部传输依次进行之和（communication.json 或其数据库）；何时等待则未说明。</translation>
    </message>
</context>
<context>
    <name>LabWords</name>
    <message>
        <source>an input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>%1 reduced to %2</source>
        <translation>%1 归约为 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n 个线程</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kernel(s)</source>
        <translation>
            <numerusform>%n 个内核</numerusform>
        </translation>
    </message>
    <message>
        <source>{name} is switched off</source>
        <translation>{name} 已关闭</translation>
    </message>
    <message>
        <source>{name} is refused at {nodes}</source>
        <translation>在 {nodes} 处拒绝 {name}</translation>
    </message>
    <message>
        <source>every rule is refused at {nodes}</source>
        <translation>在 {nodes} 处拒绝所有规则</translation>
    </message>
    <message>
        <source>{nodes}: kept out of kernels</source>
        <translation>{nodes}：不入融合内核</translation>
    </message>
    <message>
        <source>{nodes}: to be one kernel</source>
        <translation>{nodes}：要求合成一个内核</translation>
    </message>
    <message>
        <source>{name} runs again behind {behind}</source>
        <translation>{name} 在 {behind} 之后再次运行</translation>
    </message>
    <message>
        <source>{name} is moved behind {behind}</source>
        <translation>{name} 移到 {behind} 之后</translation>
    </message>
    <message>
        <source>no pass runs behind {name}</source>
        <translation>{name} 之后不再运行优化遍</translation>
    </message>
    <message>
        <source>{nodes}: computed in {name}</source>
        <translation>{nodes}：以 {name} 计算</translation>
    </message>
    <message>
        <source>{nodes}: used by each other alone, copied for all others</source>
        <translation>{nodes}：仅彼此使用，为其他使用者复制</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等另外 %2 个</translation>
    </message>
    <message>
        <source>more than %1</source>
        <translation>超过 %1</translation>
    </message>
    <message>
        <source>compiled at O1</source>
        <translation>以 O1 编译</translation>
    </message>
    <message>
        <source>compiled at O0</source>
        <translation>以 O0 编译</translation>
    </message>
    <message>
        <source>Joined</source>
        <translation>已融合</translation>
    </message>
    <message>
        <source>Joined by %1, rule %2</source>
        <translation>由 %1 融合，规则 %2</translation>
    </message>
    <message>
        <source>Still refused: %1</source>
        <translation>仍被拒绝：%1</translation>
    </message>
    <message>
        <source>Now refused for another reason: %1</source>
        <translation>现因另一原因被拒绝：%1</translation>
    </message>
    <message>
        <source>No pass looked at these nodes together</source>
        <translation>没有优化遍同时查看这些节点</translation>
    </message>
    <message>
        <source>Equal to eager, bit for bit.</source>
        <translation>与动态图逐位相同。</translation>
    </message>
    <message>
        <source>Close to eager: off by %1 at most, within %2 of each tensor&apos;s largest element and what rounding does.</source>
        <translation>与动态图接近：最多相差 %1，在各张量最大元素的 %2 与舍入误差之内。</translation>
    </message>
    <message>
        <source>Differs from eager: in shape, in dtype or in the number of results.</source>
        <translation>与动态图不同：形状、dtype 或结果个数不同。</translation>
    </message>
    <message>
        <source>Differs from eager: off by %1 at most, more than %2 of the tensor&apos;s largest element and rounding.</source>
        <translation>与动态图不同：最多相差 %1，超过张量最大元素的 %2 与舍入误差。</translation>
    </message>
    <message>
        <source>It does not compile: %1</source>
        <translation>无法编译：%1</translation>
    </message>
    <message>
        <source>too few measurements to tell</source>
        <translation>测量次数太少，无法判断</translation>
    </message>
    <message>
        <source>no difference (within the noise of %1)</source>
        <translation>没有差异（在 %1 的噪声之内）</translation>
    </message>
    <message>
        <source>%1 less time (99 %: %2 to %3)</source>
        <translation>用时减少 %1（99 %：%2 到 %3）</translation>
    </message>
    <message>
        <source>%1 more time (99 %: %2 to %3)</source>
        <translation>用时增加 %1（99 %：%2 到 %3）</translation>
    </message>
    <message>
        <source>%1: as recorded in the first call</source>
        <translation>%1：第一次调用时的记录</translation>
    </message>
    <message>
        <source>%1: weights as they are now</source>
        <translation>%1：当前的权重</translation>
    </message>
    <message>
        <source>%1: random (values were not recorded)</source>
        <translation>%1：随机（未记录数值）</translation>
    </message>
    <message>
        <source>no verdict: the same function differs from itself by up to %1 here, too much to decide; measure longer, with nothing else running</source>
        <translation>无法判定：此处同一函数与其自身相差多达 %1，噪声过大；请测量更久，并停止其他程序</translation>
    </message>
    <message>
        <source>%1 stands for %2: the decision is about what was captured.</source>
        <translation>%1 代表 %2：决定针对捕获时的节点。</translation>
    </message>
    <message>
        <source>%1 was put by %2 (%3) in the place of %4: the decision is about what was captured.</source>
        <translation>%1 由 %2（%3）放在 %4 的位置上：决定针对捕获时的节点。</translation>
    </message>
    <message>
        <source>No rule was named: it is the only one that was applied there.</source>
        <translation>未写规则名：这是在此处应用过的唯一规则。</translation>
    </message>
    <message>
        <source>No rule was named, and several were applied there (%1): every rule is refused.</source>
        <translation>未写规则名，而此处应用过多条规则（%1）：拒绝所有规则。</translation>
    </message>
    <message>
        <source>No rule was named, and none was applied there: every rule is refused.</source>
        <translation>未写规则名，而此处未应用过规则：拒绝所有规则。</translation>
    </message>
    <message>
        <source>Only O1 knows this rule: it has no effect at O0.</source>
        <translation>只有 O1 有这条规则：在 O0 不起作用。</translation>
    </message>
    <message>
        <source>Only O0 knows this rule: it has no effect at O1.</source>
        <translation>只有 O0 有这条规则：在 O1 不起作用。</translation>
    </message>
    <message>
        <source>{nodes}: to be expanded into kernels</source>
        <translation>{nodes}：展开到内核中</translation>
    </message>
    <message>
        <source>%1 (operators and kernels: %2 then, %3 now)</source>
        <translation>%1（算子与内核：之后 %2 个，现在 %3 个）</translation>
    </message>
    <message>
        <source>%1 is not computed any more when kernels are made: a pass took it away before.</source>
        <translation>生成内核时已不再计算 %1：之前的某个 pass 已将其去除。</translation>
    </message>
    <message>
        <source>Variant %1</source>
        <translation>变体 %1</translation>
    </message>
</context>
<context>
    <name>PossibleDecisions</name>
    <message>
        <source>One node alone makes no kernel with another.</source>
        <translation>单独一个节点不能与其他节点组成内核。</translation>
    </message>
    <message>
        <source>They are in one kernel already.</source>
        <translation>它们已在同一内核中。</translation>
    </message>
    <message>
        <source>%1 is gone before kernels are made.</source>
        <translation>%1 在生成内核之前已消失。</translation>
    </message>
    <message>
        <source>No kernel can hold %1.</source>
        <translation>没有内核能容纳 %1。</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>They are no neighbours when kernels are made: no value goes from one to the other.</source>
        <translation>生成内核时它们不相邻：没有值从一个传到另一个。</translation>
    </message>
    <message>
        <source>Kernels are made at O1 only.</source>
        <translation>只有 O1 才生成内核。</translation>
    </message>
    <message>
        <source>It is part of no kernel.</source>
        <translation>它不属于任何内核。</translation>
    </message>
    <message>
        <source>No rule was applied to it.</source>
        <translation>没有规则应用于它。</translation>
    </message>
    <message>
        <source>It computes in that dtype already, or cannot.</source>
        <translation>它已以该 dtype 计算，或无法以其计算。</translation>
    </message>
</context>
<context>
    <name>Predicates</name>
    <message>
        <source>users of {operator}</source>
        <translation>{operator} 的使用者</translation>
    </message>
    <message>
        <source>users of the result of {operator}</source>
        <translation>{operator} 结果的使用者</translation>
    </message>
    <message>
        <source>graph of {operator}</source>
        <translation>{operator} 所在的图</translation>
    </message>
    <message>
        <source>fusion that {operator} is part of</source>
        <translation>{operator} 所属的融合</translation>
    </message>
    <message>
        <source>dtype of {operator}</source>
        <translation>{operator} 的 dtype</translation>
    </message>
    <message>
        <source>dtype of what {operator} takes</source>
        <translation>{operator} 输入的 dtype</translation>
    </message>
    <message>
        <source>dtype of the bias</source>
        <translation>偏置的 dtype</translation>
    </message>
    <message>
        <source>type of what {operator} takes</source>
        <translation>{operator} 输入的类型</translation>
    </message>
    <message>
        <source>shape of the bias</source>
        <translation>偏置的形状</translation>
    </message>
    <message>
        <source>axis of {operator}</source>
        <translation>{operator} 的轴</translation>
    </message>
    <message>
        <source>axes of {operator}</source>
        <translation>{operator} 的轴</translation>
    </message>
    <message>
        <source>axes of the means</source>
        <translation>均值的轴</translation>
    </message>
    <message>
        <source>shape of the parameter</source>
        <translation>参数的形状</translation>
    </message>
    <message>
        <source>shapes of the parameters</source>
        <translation>各参数的形状</translation>
    </message>
    <message>
        <source>rank of the parameter</source>
        <translation>参数的维数</translation>
    </message>
    <message>
        <source>source of the parameter</source>
        <translation>参数的来源</translation>
    </message>
    <message>
        <source>jit level for {operator}</source>
        <translation>{operator} 的 jit 级别</translation>
    </message>
    <message>
        <source>biases of {operator}</source>
        <translation>{operator} 的偏置</translation>
    </message>
    <message>
        <source>use of {operator}</source>
        <translation>{operator} 的用途</translation>
    </message>
    <message>
        <source>what {operator} takes</source>
        <translation>{operator} 的输入</translation>
    </message>
    <message>
        <source>gradients that read {operator}</source>
        <translation>读取 {operator} 的梯度</translation>
    </message>
    <message>
        <source>number that {operator} hides by</source>
        <translation>{operator} 用于屏蔽的数</translation>
    </message>
    <message>
        <source>rank of {operator}</source>
        <translation>{operator} 的维数</translation>
    </message>
    <message>
        <source>shapes of the attention</source>
        <translation>注意力的形状</translation>
    </message>
    <message>
        <source>operator of the step before {operator}</source>
        <translation>{operator} 前一步的算子</translation>
    </message>
    <message>
        <source>{detail} of {operator}</source>
        <translation>{operator} 的 {detail}</translation>
    </message>
    <message>
        <source>variables of {operator}</source>
        <translation>{operator} 的变量</translation>
    </message>
    <message>
        <source>call of {operator}</source>
        <translation>{operator} 的调用</translation>
    </message>
    <message>
        <source>class of {operator}</source>
        <translation>{operator} 的类别</translation>
    </message>
    <message>
        <source>code for {operator}</source>
        <translation>{operator} 的代码</translation>
    </message>
    <message>
        <source>elements of {operator}</source>
        <translation>{operator} 的元素</translation>
    </message>
    <message>
        <source>dtype of what {operator} reduces</source>
        <translation>{operator} 归约对象的 dtype</translation>
    </message>
    <message>
        <source>elements that {operator} reduces</source>
        <translation>{operator} 归约的元素</translation>
    </message>
    <message>
        <source>size of the axes of {operator}</source>
        <translation>{operator} 各轴的大小</translation>
    </message>
    <message>
        <source>graphs that use {operator}</source>
        <translation>使用 {operator} 的图</translation>
    </message>
    <message>
        <source>members of the kernel</source>
        <translation>内核的成员</translation>
    </message>
    <message>
        <source>inputs of the kernel</source>
        <translation>内核的输入</translation>
    </message>
    <message>
        <source>results of the kernel</source>
        <translation>内核的结果</translation>
    </message>
    <message>
        <source>what the kernel reduces</source>
        <translation>内核归约的对象</translation>
    </message>
    <message>
        <source>shape that is reduced</source>
        <translation>被归约的形状</translation>
    </message>
    <message>
        <source>shape of the kernel</source>
        <translation>内核的形状</translation>
    </message>
    <message>
        <source>shape of {operator}, which is used elsewhere too</source>
        <translation>别处也使用的 {operator} 的形状</translation>
    </message>
    <message>
        <source>times that {operator} is computed</source>
        <translation>{operator} 的计算次数</translation>
    </message>
    <message>
        <source>axes that {operator} keeps</source>
        <translation>{operator} 保留的轴</translation>
    </message>
    <message>
        <source>when {operator} is known</source>
        <translation>{operator} 何时已知</translation>
    </message>
    <message>
        <source>calls between</source>
        <translation>之间的调用</translation>
    </message>
    <message>
        <source>steps between</source>
        <translation>之间的步数</translation>
    </message>
    <message>
        <source>elements of the kernel</source>
        <translation>内核的元素</translation>
    </message>
    <message>
        <source>bytes that neighbours of {operator} save</source>
        <translation>{operator} 的相邻节点省下的字节</translation>
    </message>
    <message>
        <source>arguments of {operator}</source>
        <translation>{operator} 的参数</translation>
    </message>
    <message>
        <source>type of {operator}</source>
        <translation>{operator} 的类型</translation>
    </message>
    <message>
        <source>bytes that {operator} reads again</source>
        <translation>{operator} 重复读取的字节</translation>
    </message>
    <message>
        <source>time of the kernel</source>
        <translation>内核的时间</translation>
    </message>
    <message>
        <source>bytes of {operator}</source>
        <translation>{operator} 的字节</translation>
    </message>
    <message>
        <source>reductions to compute {operator} again</source>
        <translation>重新计算 {operator} 所需的归约</translation>
    </message>
    <message>
        <source>time to compute {operator} again</source>
        <translation>重新计算 {operator} 的时间</translation>
    </message>
    <message>
        <source>bytes kept for longer</source>
        <translation>更久占用的字节</translation>
    </message>
    <message>
        <source>tensors that {operator} is made of</source>
        <translation>构成 {operator} 的张量</translation>
    </message>
    <message>
        <source>calls of itself</source>
        <translation>对自身的调用</translation>
    </message>
    <message>
        <source>result of the called graph</source>
        <translation>被调用图的结果</translation>
    </message>
    <message>
        <source>arguments of the call</source>
        <translation>调用的参数</translation>
    </message>
    <message>
        <source>nodes of the graph</source>
        <translation>图的节点</translation>
    </message>
    <message>
        <source>uses of the tuple</source>
        <translation>元组的用法</translation>
    </message>
    <message>
        <source>values that the dtype in between holds</source>
        <translation>中间 dtype 能容纳的值</translation>
    </message>
    <message>
        <source>callers of the graph</source>
        <translation>图的调用者</translation>
    </message>
    <message>
        <source>bytes of the constant</source>
        <translation>常量的字节</translation>
    </message>
    <message>
        <source>condition of the loop</source>
        <translation>循环的条件</translation>
    </message>
    <message>
        <source>rounds of the loop</source>
        <translation>循环的轮数</translation>
    </message>
    <message>
        <source>nodes of the loop</source>
        <translation>循环的节点</translation>
    </message>
    <message>
        <source>decisions against it</source>
        <translation>反对它的决定</translation>
    </message>
    <message>
        <source>decisions against {operator}</source>
        <translation>反对 {operator} 的决定</translation>
    </message>
    <message>
        <source>{detail}</source>
        <translation>{detail}</translation>
    </message>
    <message>
        <source>{actual}</source>
        <translation>{actual}</translation>
    </message>
    <message>
        <source>{subject} has {actual} users, needs {required}</source>
        <translation>{subject} 有 {actual} 个使用者，需要 {required} 个</translation>
    </message>
    <message>
        <source>{subject} has {actual} users, needs {required}; as a view it costs nothing</source>
        <translation>{subject} 有 {actual} 个使用者，需要 {required} 个；作为视图它没有开销</translation>
    </message>
    <message>
        <source>{actual} calls take the result of {subject}, needs {required}</source>
        <translation>{actual} 个调用取用 {subject} 的结果，需要 {required} 个</translation>
    </message>
    <message>
        <source>{subject} belongs to another graph</source>
        <translation>{subject} 属于另一个图</translation>
    </message>
    <message>
        <source>{subject} is part of another fusion: {actual}</source>
        <translation>{subject} 属于另一个融合：{actual}</translation>
    </message>
    <message>
        <source>{subject} gives {object}, needs {required}</source>
        <translation>{subject} 给出 {object}，需要 {required}</translation>
    </message>
    <message>
        <source>{subject} takes {object}, needs {required}</source>
        <translation>{subject} 的输入是 {object}，需要 {required}</translation>
    </message>
    <message>
        <source>{subject} takes {object}, needs {required} tensors</source>
        <translation>{subject} 的输入是 {object}，需要 {required} 张量</translation>
    </message>
    <message>
        <source>the types are {detail} and {object}, needs {required} tensors</source>
        <translation>类型是 {detail} 和 {object}，需要 {required} 张量</translation>
    </message>
    <message>
        <source>{subject} adds {actual}, needs {required}</source>
        <translation>{subject} 加的是 {actual}，需要 {required}</translation>
    </message>
    <message>
        <source>the bias is {actual}, needs {required} (one for each column)</source>
        <translation>偏置是 {actual}，需要 {required}（每列一个）</translation>
    </message>
    <message>
        <source>{subject} adds along axis {actual} of {detail}, needs the last</source>
        <translation>{subject} 沿 {detail} 维中的第 {actual} 轴相加，需要最后一轴</translation>
    </message>
    <message>
        <source>{subject} goes along more than the last axis</source>
        <translation>{subject} 不只沿最后一轴进行</translation>
    </message>
    <message>
        <source>the means are along {actual}, needs the last axes</source>
        <translation>均值沿 {actual}，需要最后的轴</translation>
    </message>
    <message>
        <source>the parameter is {actual}, needs the last axes of {required}</source>
        <translation>参数是 {actual}，需要 {required} 的最后几轴</translation>
    </message>
    <message>
        <source>the parameters are {actual} and {required}, need one shape</source>
        <translation>各参数是 {actual} 和 {required}，需要同一形状</translation>
    </message>
    <message>
        <source>the parameter is {object}, needs the {required} axes of the mean</source>
        <translation>参数是 {object}，需要均值的 {required} 个轴</translation>
    </message>
    <message>
        <source>{subject} is {actual}, needs parameters that are {required}</source>
        <translation>{subject} 是{actual}，需要参数是{required}</translation>
    </message>
    <message>
        <source>{subject} is element-wise: left to a compiled kernel</source>
        <translation>{subject} 是逐元素的：留给编译的内核</translation>
    </message>
    <message>
        <source>{subject} has a bias already</source>
        <translation>{subject} 已有偏置</translation>
    </message>
    <message>
        <source>{subject} is in training: its moments follow from the whole result of the convolution</source>
        <translation>{subject} 处于训练中：它的矩取决于卷积的全部结果</translation>
    </message>
    <message>
        <source>{subject} may overflow, because no maximum is subtracted; Softmax does not</source>
        <translation>{subject} 可能溢出，因为没有减去最大值；Softmax 不会</translation>
    </message>
    <message>
        <source>the gradient reads the weights that {subject} gives</source>
        <translation>梯度读取 {subject} 给出的权重</translation>
    </message>
    <message>
        <source>{subject} hides keys by {actual}, needs minus infinity</source>
        <translation>{subject} 用 {actual} 屏蔽键，需要负无穷</translation>
    </message>
    <message>
        <source>{subject} has rank {actual}, needs {required}</source>
        <translation>{subject} 的维数是 {actual}，需要 {required}</translation>
    </message>
    <message>
        <source>the shapes do not fit: {actual}</source>
        <translation>形状不匹配：{actual}</translation>
    </message>
    <message>
        <source>{subject} follows {object}</source>
        <translation>{subject} 跟在 {object} 之后</translation>
    </message>
    <message>
        <source>{detail} of {subject} is another than that of {object}</source>
        <translation>{subject} 的 {detail} 与 {object} 的不同</translation>
    </message>
    <message>
        <source>{object} and {subject} both take {actual}</source>
        <translation>{object} 和 {subject} 都取用 {actual}</translation>
    </message>
    <message>
        <source>{subject} is a call</source>
        <translation>{subject} 是一个调用</translation>
    </message>
    <message>
        <source>{subject} is no element-wise operator</source>
        <translation>{subject} 不是逐元素算子</translation>
    </message>
    <message>
        <source>{subject} is an operator that kernels have no code for</source>
        <translation>{subject} 是内核没有代码的算子</translation>
    </message>
    <message>
        <source>{subject} gives {object}, kernels compute {required}</source>
        <translation>{subject} 给出 {object}，内核计算 {required}</translation>
    </message>
    <message>
        <source>{subject} takes {object}, kernels take {required}</source>
        <translation>{subject} 的输入是 {object}，内核接受 {required}</translation>
    </message>
    <message>
        <source>{subject} takes {actual}, which is neither a tensor nor known</source>
        <translation>{subject} 的输入是 {actual}，既不是张量，也不是已知值</translation>
    </message>
    <message>
        <source>{subject} takes {object} for {required}, which kernels do not convert</source>
        <translation>{subject} 以 {object} 充当 {required}，内核不做此转换</translation>
    </message>
    <message>
        <source>{subject} gives {object}, which is empty</source>
        <translation>{subject} 给出 {object}，它是空的</translation>
    </message>
    <message>
        <source>{subject} reduces {object}, kernels reduce floats to floats of the same kind</source>
        <translation>{subject} 归约 {object}，内核只把浮点数归约为同类浮点数</translation>
    </message>
    <message>
        <source>{subject} reduces axes that are not known when the graph is compiled</source>
        <translation>{subject} 归约的轴在编译图时未知</translation>
    </message>
    <message>
        <source>{subject} reduces {object}, which is empty</source>
        <translation>{subject} 归约 {object}，它是空的</translation>
    </message>
    <message>
        <source>{subject} reduces axes of size 1 only, which is no work</source>
        <translation>{subject} 只归约大小为 1 的轴，没有工作可做</translation>
    </message>
    <message>
        <source>{subject} reduces the axes {actual} of {object}, kernels reduce either {required}</source>
        <translation>{subject} 归约 {object} 的轴 {actual}，内核只归约{required}</translation>
    </message>
    <message>
        <source>{subject} is used inside of another graph</source>
        <translation>{subject} 在另一个图中被使用</translation>
    </message>
    <message>
        <source>the kernel would have {actual} members, the most is {required}</source>
        <translation>内核将有 {actual} 个成员，最多 {required} 个</translation>
    </message>
    <message>
        <source>the kernel would have {actual} inputs, the most is {required}</source>
        <translation>内核将有 {actual} 个输入，最多 {required} 个</translation>
    </message>
    <message>
        <source>the kernel would have {actual} results, the most is {required}</source>
        <translation>内核将有 {actual} 个结果，最多 {required} 个</translation>
    </message>
    <message>
        <source>their reductions differ ({actual} and {required}), a kernel reduces one set of axes of one shape</source>
        <translation>它们的归约不同（{actual} 与 {required}），一个内核只归约一种形状的一组轴</translation>
    </message>
    <message>
        <source>what is reduced has shape {actual}, smaller than the kernel&apos;s {required}</source>
        <translation>被归约的形状 {actual} 小于内核的 {required}</translation>
    </message>
    <message>
        <source>shape {actual} does not broadcast to the kernel&apos;s {required}</source>
        <translation>形状 {actual} 不能广播为内核的 {required}</translation>
    </message>
    <message>
        <source>{subject} is used elsewhere too, in another shape ({actual}) than the kernel&apos;s {required}</source>
        <translation>{subject} 别处也在使用，其形状（{actual}）与内核的 {required} 不同</translation>
    </message>
    <message>
        <source>{subject} would be computed {actual} times for each of its {detail} elements</source>
        <translation>{subject} 的 {detail} 个元素每个都将计算 {actual} 次</translation>
    </message>
    <message>
        <source>{subject} gives {actual} without the reduced axes, which does not lie along the kernel&apos;s {required} again</source>
        <translation>{subject} 给出不含归约轴的 {actual}，无法再与内核的 {required} 对齐</translation>
    </message>
    <message>
        <source>{subject} is known when all of {detail} is reduced, but {object} needs it for each element</source>
        <translation>{subject} 在 {detail} 全部归约后才已知，而 {object} 每个元素都需要它</translation>
    </message>
    <message>
        <source>{object} between them is outside of the kernel and would have to run in its middle</source>
        <translation>它们之间的 {object} 在内核之外，却必须在内核中途运行</translation>
    </message>
    <message>
        <source>they are too far apart: the way between them was not clear after {required} steps</source>
        <translation>它们相距太远：经过 {required} 步仍未确定其间的路径</translation>
    </message>
    <message>
        <source>they compute {actual} element, a kernel pays from {required} on</source>
        <translation>它们计算 {actual} 个元素，内核从 {required} 个起才合算</translation>
    </message>
    <message>
        <source>no neighbour would join its kernel, and it has a fast one of its own</source>
        <translation>没有相邻节点会加入它的内核，而它自己已有快速内核</translation>
    </message>
    <message>
        <source>its neighbours would save {actual} bytes, but its parts read {required} bytes again</source>
        <translation>相邻节点将省下 {actual} 字节，但它的各部分要重复读取 {required} 字节</translation>
    </message>
    <message>
        <source>its formula does not hold for {actual}</source>
        <translation>它的公式不适用于 {actual}</translation>
    </message>
    <message>
        <source>its formula gives {actual} instead of {required}</source>
        <translation>它的公式给出 {actual} 而不是 {required}</translation>
    </message>
    <message>
        <source>{object} reduces the first axes of {detail}, and all of it would be read again</source>
        <translation>{object} 归约 {detail} 的前几轴，全部内容都将重复读取</translation>
    </message>
    <message>
        <source>by the cost model {detail} would take {actual}, the whole {required} on {object}</source>
        <translation>按代价模型，{detail}将用时 {actual}，整体在 {object}上用时 {required}</translation>
    </message>
    <message>
        <source>{subject} has {actual} bytes, computing it again pays from {required} on</source>
        <translation>{subject} 有 {actual} 字节，从 {required} 字节起重新计算才合算</translation>
    </message>
    <message>
        <source>{subject} needs a reduction ({object})</source>
        <translation>{subject} 需要一次归约（{object}）</translation>
    </message>
    <message>
        <source>{subject} takes {actual} to compute again, {required} to store and load</source>
        <translation>{subject} 重新计算需 {actual}，存取需 {required}</translation>
    </message>
    <message>
        <source>{subject} would make a kernel of {actual} members, the most is {required}</source>
        <translation>{subject} 将使内核有 {actual} 个成员，最多 {required} 个</translation>
    </message>
    <message>
        <source>{subject} would be computed several times for each element by {object}</source>
        <translation>{object} 将为每个元素多次计算 {subject}</translation>
    </message>
    <message>
        <source>{subject} has {required} bytes, but what it is made of would keep {actual} bytes for longer</source>
        <translation>{subject} 有 {required} 字节，但构成它的内容将更久占用 {actual} 字节</translation>
    </message>
    <message>
        <source>{subject} is made of {actual} tensors that {object} does not read otherwise</source>
        <translation>{subject} 由 {actual} 个 {object} 本不读取的张量构成</translation>
    </message>
    <message>
        <source>{object} calls itself: {actual}</source>
        <translation>{object} 调用自身：{actual}</translation>
    </message>
    <message>
        <source>{object} returns nothing</source>
        <translation>{object} 没有返回值</translation>
    </message>
    <message>
        <source>{object} takes {required} values, the call gives {actual}</source>
        <translation>{object} 接受 {required} 个值，调用给出 {actual} 个</translation>
    </message>
    <message>
        <source>the graph would grow to {actual} nodes, the most is {required}</source>
        <translation>图将增至 {actual} 个节点，最多 {required} 个</translation>
    </message>
    <message>
        <source>it is returned as it is</source>
        <translation>它被原样返回</translation>
    </message>
    <message>
        <source>{actual} takes it as a whole</source>
        <translation>{actual} 整体取用它</translation>
    </message>
    <message>
        <source>{actual} does not hold every value of {required}, or the last cast cuts off fractions</source>
        <translation>{actual} 不能容纳 {required} 的所有值，或最后一次转换会截去小数</translation>
    </message>
    <message>
        <source>the result {object} takes {actual}, the most to be kept is {required}</source>
        <translation>结果 {object} 占 {actual}，最多保留 {required}</translation>
    </message>
    <message>
        <source>the condition depends on what is known only at run time</source>
        <translation>条件取决于运行时才知道的内容</translation>
    </message>
    <message>
        <source>the condition is no truth value</source>
        <translation>条件不是真值</translation>
    </message>
    <message>
        <source>it makes more than {required} rounds</source>
        <translation>它的轮数超过 {required}</translation>
    </message>
    <message>
        <source>it would become {actual} nodes, the most is {required}</source>
        <translation>它将变为 {actual} 个节点，最多 {required} 个</translation>
    </message>
    <message>
        <source>refused by a decision of this variant</source>
        <translation>被此变体的决定拒绝</translation>
    </message>
    <message>
        <source>{subject} is kept out by a decision of this variant</source>
        <translation>{subject} 因此变体的决定而不入内核</translation>
    </message>
    <message>
        <source>broadcasts to</source>
        <translation>可广播为</translation>
    </message>
    <message>
        <source>ends</source>
        <translation>结尾为</translation>
    </message>
    <message>
        <source>one of</source>
        <translation>其一：</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>users</source>
        <translation>使用者</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>dtype</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>broadcast or reduction</source>
        <translation>广播或归约</translation>
    </message>
    <message>
        <source>size limit</source>
        <translation>大小上限</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>代价</translation>
    </message>
    <message>
        <source>order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>effect</source>
        <translation>副作用</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>known when compiled</source>
        <translation>编译时已知</translation>
    </message>
    <message>
        <source>decision</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>taken apart</source>
        <translation>拆开</translation>
    </message>
    <message>
        <source>known</source>
        <translation>已知</translation>
    </message>
    <message>
        <source>returned</source>
        <translation>被返回</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>inference</source>
        <translation>推理</translation>
    </message>
    <message>
        <source>what it is written for</source>
        <translation>其适用范围</translation>
    </message>
    <message>
        <source>the last axes or the first</source>
        <translation>最后几轴或最前几轴</translation>
    </message>
    <message>
        <source>that of the others</source>
        <translation>其他节点的</translation>
    </message>
    <message>
        <source>several</source>
        <translation>多次</translation>
    </message>
    <message>
        <source>opaque</source>
        <translation>不透明</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>no tensor</source>
        <translation>不是张量</translation>
    </message>
    <message>
        <source>known now</source>
        <translation>现在已知</translation>
    </message>
    <message>
        <source>known at run time</source>
        <translation>运行时已知</translation>
    </message>
    <message>
        <source>given</source>
        <translation>给定的</translation>
    </message>
    <message>
        <source>element-wise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>计算得到的</translation>
    </message>
    <message>
        <source>at the end</source>
        <translation>最后</translation>
    </message>
    <message>
        <source>another</source>
        <translation>另一个</translation>
    </message>
    <message>
        <source>an operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>after each row</source>
        <translation>每行之后</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>一个值</translation>
    </message>
    <message>
        <source>a tensor, or known</source>
        <translation>张量或已知值</translation>
    </message>
    <message>
        <source>a kernel operator</source>
        <translation>内核算子</translation>
    </message>
    <message>
        <source>a call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>3 or 4</source>
        <translation>3 或 4</translation>
    </message>
    <message>
        <source>Float32, Float16, BFloat16, Bool and, for some operators, Int32 and Int64</source>
        <translation>Float32、Float16、BFloat16、Bool，部分算子还有 Int32 和 Int64</translation>
    </message>
    <message>
        <source>It has to be there for the others, and no copy of it can be made.</source>
        <translation>其他节点需要它，而它不能复制。</translation>
    </message>
    <message>
        <source>The types are those of the function: only another dtype in its source changes them.</source>
        <translation>类型由函数决定：只有源码中换用其他 dtype 才会改变。</translation>
    </message>
    <message>
        <source>The shapes are those of the function: only other arguments or source change them.</source>
        <translation>形状由函数决定：只有换用其他参数或修改源码才会改变。</translation>
    </message>
    <message>
        <source>The two have no common loop nest, in whatever order others join.</source>
        <translation>无论其他节点以何种顺序加入，两者都没有共同的循环嵌套。</translation>
    </message>
    <message>
        <source>The limit is fixed in the compiler.</source>
        <translation>上限固定在编译器中。</translation>
    </message>
    <message>
        <source>No decision of a variant changes what the cost model says here.</source>
        <translation>变体的任何决定都不会改变代价模型在此处的结论。</translation>
    </message>
    <message>
        <source>Something else would have to run in the middle of the kernel, in whatever order others join.</source>
        <translation>无论其他节点以何种顺序加入，都会有别的调用须在内核中间运行。</translation>
    </message>
    <message>
        <source>It writes, so the order has to stay as it is.</source>
        <translation>它会写入，因此顺序必须保持不变。</translation>
    </message>
    <message>
        <source>No kernel can hold this call.</source>
        <translation>没有内核能容纳此调用。</translation>
    </message>
    <message>
        <source>The source would have to be written otherwise.</source>
        <translation>需要改写源码。</translation>
    </message>
    <message>
        <source>It depends on what is known only at run time.</source>
        <translation>它取决于运行时才知道的内容。</translation>
    </message>
    <message>
        <source>It is a decision of this variant: without it the rule is applied.</source>
        <translation>这是此变体的决定：没有它，规则就会应用。</translation>
    </message>
    <message>
        <source>No change is known.</source>
        <translation>没有已知的改动。</translation>
    </message>
    <message>
        <source>The others that use it are in the chain themselves.</source>
        <translation>使用它的其他节点本身就在链中。</translation>
    </message>
    <message>
        <source>One node alone makes no kernel with another.</source>
        <translation>单独一个节点不能与其他节点组成内核。</translation>
    </message>
    <message>
        <source>Kernels are made at O1 only.</source>
        <translation>只有 O1 才生成内核。</translation>
    </message>
    <message>
        <source>No kernel holds them both</source>
        <translation>没有内核同时包含两者</translation>
    </message>
    <message>
        <source>They are not neighbours: no value goes from one to the other at the time that kernels are made.</source>
        <translation>它们不相邻：生成内核时没有值从一个传到另一个。</translation>
    </message>
    <message>
        <source>No pass of O0 makes fused kernels</source>
        <translation>O0 没有生成融合内核的优化遍</translation>
    </message>
    <message>
        <source>They are in one kernel as the program compiles it, too.</source>
        <translation>按程序的编译结果，它们本来就在同一个内核中。</translation>
    </message>
    <message>
        <source>One call stands for them all as the program compiles it, too.</source>
        <translation>按程序的编译结果，本来就由一个调用代表它们全部。</translation>
    </message>
</context>
<context>
    <name>jitscope::sdk::Jobs</name>
    <message>
        <source>There is not enough memory.</source>
        <translation>内存不足。</translation>
    </message>
</context>
<context>
    <name>jitscope::sdk::FolderDialog</name>
    <message>
        <source>Folder, also a new one:</source>
        <translation>文件夹，可新建：</translation>
    </message>
    <message>
        <source>Write here</source>
        <translation>写入此处</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>%1 is a file.</source>
        <translation>%1 是一个文件。</translation>
    </message>
    <message>
        <source>Nothing can be written to %1.</source>
        <translation>无法写入 %1。</translation>
    </message>
    <message>
        <source>%1 will be made.</source>
        <translation>将创建 %1。</translation>
    </message>
    <message>
        <source>It is empty.</source>
        <translation>它是空的。</translation>
    </message>
    <message>
        <source>It is there; files of the same names in it will be written over.</source>
        <translation>它已存在；其中同名的文件将被覆盖。</translation>
    </message>
</context>
<context>
    <name>jitscope::sdk::WrappedLabel</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>jitscope::variantspanel::VariantsPanel</name>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Note…</source>
        <translation>备注…</translation>
    </message>
    <message>
        <source>Compile again</source>
        <translation>重新编译</translation>
    </message>
    <message>
        <source>Time again</source>
        <translation>重新计时</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Rename the variant</source>
        <translation>重命名变体</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Note on %1</source>
        <translation>%1 的备注</translation>
    </message>
    <message>
        <source>Of an earlier run or session; its stages are made by compiling it again (menu).</source>
        <translation>来自之前的运行或会话；重新编译（菜单）即可得到其各阶段。</translation>
    </message>
    <message>
        <source>Inputs: %1</source>
        <translation>输入：%1</translation>
    </message>
    <message>
        <source>Without this pass</source>
        <translation>去掉该优化遍</translation>
    </message>
    <message>
        <source>Compile without the pass that is looked at</source>
        <translation>不带当前查看的优化遍编译</translation>
    </message>
    <message>
        <source>Refuse at node</source>
        <translation>在节点处拒绝</translation>
    </message>
    <message>
        <source>Compile with no rule applied to the chosen node</source>
        <translation>对所选节点不应用任何规则地编译</translation>
    </message>
    <message>
        <source>Keep out of kernels</source>
        <translation>不入融合内核</translation>
    </message>
    <message>
        <source>Compile with the chosen node outside of fused kernels</source>
        <translation>让所选节点留在融合内核之外编译</translation>
    </message>
    <message>
        <source>At O1</source>
        <translation>以 O1 编译</translation>
    </message>
    <message>
        <source>At O0</source>
        <translation>以 O0 编译</translation>
    </message>
    <message>
        <source>Compile at the other jit level</source>
        <translation>以另一 jit 级别编译</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>No compiled function</source>
        <translation>没有已编译的函数</translation>
    </message>
    <message>
        <source>Run a script in graph mode (F5): its functions can be compiled anew here with other decisions.</source>
        <translation>以图模式运行脚本 (F5)：可在此用不同的决定重新编译其中的函数。</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>Variants of %1: choose a pass or a node, then a change above.</source>
        <translation>%1 的变体：先选择优化遍或节点，再选择上方的改动。</translation>
    </message>
    <message>
        <source>Compiling ...</source>
        <translation>正在编译……</translation>
    </message>
    <message>
        <source>Copy as options of jitscope variant</source>
        <translation>复制为 jitscope variant 的选项</translation>
    </message>
    <message>
        <source>Find culprit</source>
        <translation>查找出错的优化遍</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Graphs, text and kernels of two chosen variants side by side, of one with the program&apos;s own</source>
        <translation>并排显示两个所选变体的图、文本与内核；只选一个时与程序自身的编译对比</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>对比对象</translation>
    </message>
    <message>
        <source>Show the culprit: %1</source>
        <translation>显示出错处：%1</translation>
    </message>
    <message>
        <source>Culprit: %1</source>
        <translation>出错处：%1</translation>
    </message>
    <message>
        <source>Choose a pass in the list of passes first</source>
        <translation>先在优化遍列表中选择一个优化遍</translation>
    </message>
    <message>
        <source>%1 is switched off in the chosen variant already</source>
        <translation>%1 在所选变体中已关闭</translation>
    </message>
    <message>
        <source>Compile without %1</source>
        <translation>不使用 %1 进行编译</translation>
    </message>
    <message>
        <source>Whose variants are shown</source>
        <translation>显示哪个函数的变体</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Pin as baseline</source>
        <translation>固定为基线</translation>
    </message>
    <message>
        <source>Made of “%1”, which is chosen: its decisions stay.</source>
        <translation>基于所选的“%1”：保留其决定。</translation>
    </message>
    <message>
        <source>Made of the program&apos;s own way.</source>
        <translation>基于程序自身的编译方式。</translation>
    </message>
    <message>
        <source>Compile with the chosen node outside of fused kernels; a kernel that is chosen, with all of its members</source>
        <translation>将所选节点置于融合内核之外编译；若选中的是内核，则包括其全部成员</translation>
    </message>
</context>
<context>
    <name>Jumps</name>
    <message>
        <source>Go to the source line</source>
        <translation>转到源代码行</translation>
    </message>
    <message>
        <source>Go to the operator</source>
        <translation>转到算子</translation>
    </message>
    <message>
        <source>Go to the node in the graph</source>
        <translation>转到图中的节点</translation>
    </message>
    <message>
        <source>Go to the fused kernel</source>
        <translation>转到融合内核</translation>
    </message>
    <message>
        <source>Go to the passes of its graph</source>
        <translation>转到所属图的优化遍</translation>
    </message>
    <message>
        <source>Show the values</source>
        <translation>查看数值</translation>
    </message>
    <message>
        <source>Go to its time on the timeline</source>
        <translation>转到时间线上的位置</translation>
    </message>
    <message>
        <source>Copy file and line</source>
        <translation>复制文件与行号</translation>
    </message>
</context>
<context>
    <name>KernelBound</name>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>No counters of the pipes were recorded for this kernel.</source>
        <translation>没有记录此内核的流水线计数器。</translation>
    </message>
    <message>
        <source>compute bound (matrix unit)</source>
        <translation>计算瓶颈（矩阵单元）</translation>
    </message>
    <message>
        <source>The matrix unit is the busiest pipe: the kernel can only do its products faster by doing fewer of them or by keeping the unit busier.</source>
        <translation>矩阵单元是最繁忙的流水线：只有减少乘法或让该单元更繁忙，内核才能更快。</translation>
    </message>
    <message>
        <source>compute bound (vector unit)</source>
        <translation>计算瓶颈（向量单元）</translation>
    </message>
    <message>
        <source>The vector unit is the busiest pipe: fewer or wider vector instructions would shorten the kernel.</source>
        <translation>向量单元是最繁忙的流水线：更少或更宽的向量指令可缩短内核。</translation>
    </message>
    <message>
        <source>memory bound (read)</source>
        <translation>访存瓶颈（读）</translation>
    </message>
    <message>
        <source>Reading from global memory (MTE2) is the busiest pipe: moving less, or finding more of it in the L2 cache, would shorten the kernel.</source>
        <translation>从全局内存读取 (MTE2) 是最繁忙的流水线：减少搬运，或更多地命中 L2 缓存，可缩短内核。</translation>
    </message>
    <message>
        <source>memory bound (write)</source>
        <translation>访存瓶颈（写）</translation>
    </message>
    <message>
        <source>Writing to global memory (MTE3, FIXPIPE) is the busiest pipe: writing less would shorten the kernel.</source>
        <translation>写入全局内存 (MTE3、FIXPIPE) 是最繁忙的流水线：减少写入可缩短内核。</translation>
    </message>
    <message>
        <source>bound by moves inside the core</source>
        <translation>受核内搬运限制</translation>
    </message>
    <message>
        <source>Moving tiles from L1 to L0 (MTE1) is the busiest pipe: another tiling would shorten the kernel.</source>
        <translation>从 L1 到 L0 的分块搬运 (MTE1) 是最繁忙的流水线：换一种 tiling 可缩短内核。</translation>
    </message>
    <message>
        <source>bound by control</source>
        <translation>受控制限制</translation>
    </message>
    <message>
        <source>The scalar unit is the busiest pipe: addresses, loops and synchronization take the time.</source>
        <translation>Scalar 单元是最繁忙的流水线：地址、循环和同步占用了时间。</translation>
    </message>
    <message>
        <source>bound by latency</source>
        <translation>受时延限制</translation>
    </message>
    <message>
        <source>No pipe is busy half of the time: launch, waiting for data or for other cores, and dependences take the time. Larger shapes or a fused kernel would use the device better.</source>
        <translation>没有流水线有一半时间繁忙：启动、等待数据或其他核以及依赖占用了时间。更大的形状或融合的内核能更好地利用设备。</translation>
    </message>
    <message>
        <source>a matrix product needs two operands in its shapes</source>
        <translation>矩阵乘的形状中需要两个操作数</translation>
    </message>
    <message>
        <source>the operands of the product are no matrices</source>
        <translation>乘积的操作数不是矩阵</translation>
    </message>
    <message>
        <source>the shapes of the operands do not fit the shape of the product</source>
        <translation>操作数的形状与乘积的形状不符</translation>
    </message>
    <message>
        <source>how many operations %1 needs does not follow from its shapes alone</source>
        <translation>仅凭形状无法得知 %1 需要多少次运算</translation>
    </message>
    <message>
        <source>its shapes and element types were not recorded (profiler level 1 or higher records them)</source>
        <translation>未记录其形状和元素类型（profiler level 1 及以上会记录）</translation>
    </message>
</context>
<context>
    <name>KernelWords</name>
    <message>
        <source>compiled</source>
        <translation>已编译</translation>
    </message>
    <message>
        <source>from cache (memory)</source>
        <translation>来自缓存（内存）</translation>
    </message>
    <message>
        <source>from cache (disk)</source>
        <translation>来自缓存（磁盘）</translation>
    </message>
    <message>
        <source>not compiled: its operators run one by one</source>
        <translation>未编译：其算子逐个运行</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>1 kernel</source>
        <translation>1 个内核</translation>
    </message>
    <message>
        <source>%1 kernels</source>
        <translation>%1 个内核</translation>
    </message>
    <message>
        <source>%1, %2 from cache</source>
        <translation>%1，其中 %2 个来自缓存</translation>
    </message>
    <message>
        <source>ready in %1</source>
        <translation>%1 后就绪</translation>
    </message>
    <message>
        <source>%1, ready in %2</source>
        <translation>%1，%2 后就绪</translation>
    </message>
    <message>
        <source>compiled in %1</source>
        <translation>编译用时 %1</translation>
    </message>
</context>
<context>
    <name>Kernels</name>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子数</translation>
    </message>
    <message>
        <source>How many operators it computes in one go</source>
        <translation>它一次计算多少个算子</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Compiled by LLVM for this graph, or found: in this process or on disk</source>
        <translation>由 LLVM 为此图编译，或是找到的：在本进程中或在磁盘上</translation>
    </message>
    <message>
        <source>Ready after</source>
        <translation>就绪用时</translation>
    </message>
    <message>
        <source>Planning, then compiling or looking in the cache, and linking</source>
        <translation>规划，然后编译或查找缓存，再链接</translation>
    </message>
    <message>
        <source>Machine code</source>
        <translation>机器码</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行次数</translation>
    </message>
    <message>
        <source>How often it ran in this recording</source>
        <translation>它在此记录中运行了多少次</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>Layouts</name>
    <message>
        <source>Arrange the panels of this perspective so</source>
        <translation>按此方式排列本视角的面板</translation>
    </message>
    <message>
        <source>Delete a layout</source>
        <translation>删除布局</translation>
    </message>
    <message>
        <source>Save this layout</source>
        <translation>保存此布局</translation>
    </message>
    <message>
        <source>Name; an existing one is replaced</source>
        <translation>名称；同名布局将被替换</translation>
    </message>
</context>
<context>
    <name>NodeCounts</name>
    <message>
        <source>1 operator</source>
        <translation>1 个算子</translation>
    </message>
    <message>
        <source>%1 operators</source>
        <translation>%1 个算子</translation>
    </message>
    <message>
        <source>1 kernel</source>
        <translation>1 个内核</translation>
    </message>
    <message>
        <source>%1 kernels</source>
        <translation>%1 个内核</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1（含 %2）</translation>
    </message>
    <message>
        <source>%1 calling graphs</source>
        <translation>%1 个调用图的节点</translation>
    </message>
    <message>
        <source>%1 of plumbing (tuples, loads, order)</source>
        <translation>%1 个辅助节点（元组、读取、次序）</translation>
    </message>
    <message>
        <source>%1 nodes in all</source>
        <translation>共 %1 个节点</translation>
    </message>
</context>
<context>
    <name>NodeMenu</name>
    <message>
        <source>Go to line %1 of %2</source>
        <translation>转到 %2 第 %1 行</translation>
    </message>
    <message>
        <source>Go to operator #%1</source>
        <translation>转到算子 #%1</translation>
    </message>
    <message>
        <source>Show in the graph</source>
        <translation>在图中显示</translation>
    </message>
    <message>
        <source>Show in the passes</source>
        <translation>在优化遍中显示</translation>
    </message>
    <message>
        <source>Show in the IR text</source>
        <translation>在 IR 文本中显示</translation>
    </message>
    <message>
        <source>Go to kernel %1</source>
        <translation>转到内核 %1</translation>
    </message>
    <message>
        <source>Go to %1 before the pass</source>
        <translation>转到该遍之前的 %1</translation>
    </message>
    <message>
        <source>Go to %1 after the next pass</source>
        <translation>转到下一遍之后的 %1</translation>
    </message>
    <message>
        <source>Copy the name %1</source>
        <translation>复制名称 %1</translation>
    </message>
    <message>
        <source>Copy the IR line</source>
        <translation>复制 IR 行</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Go to the producer %1</source>
        <translation>转到产生者 %1</translation>
    </message>
    <message>
        <source>Go to the consumer %1</source>
        <translation>转到使用者 %1</translation>
    </message>
    <message>
        <source>Why not with</source>
        <translation>为何未与之融合</translation>
    </message>
    <message>
        <source>What stopped its kernel from growing</source>
        <translation>是什么阻止了其内核继续扩大</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) chosen</source>
        <translation>
            <numerusform>已选 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Why not these two</source>
        <translation>为何这两个未融合</translation>
    </message>
    <message>
        <source>Copy their names</source>
        <translation>复制它们的名称</translation>
    </message>
</context>
<context>
    <name>PanelSubjects</name>
    <message>
        <source>Code and run</source>
        <translation>代码与运行</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Graphs and passes</source>
        <translation>图与优化遍</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>其他</translation>
    </message>
</context>
<context>
    <name>Panels</name>
    <message>
        <source>Run memory</source>
        <translation>运行内存</translation>
    </message>
    <message>
        <source>The memory of a run&apos;s tensors over time, its peak and who made it</source>
        <translation>一次运行的张量随时间占用的内存、峰值以及由谁产生</translation>
    </message>
    <message>
        <source>Kernel code</source>
        <translation>内核代码</translation>
    </message>
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
        <source>Idle and advice</source>
        <translation>空闲与建议</translation>
    </message>
    <message>
        <source>Why the device was idle, and what could be done</source>
        <translation>设备为何空闲，以及可以做什么</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Who waits for whom, and what moves over which link</source>
        <translation>谁在等谁，哪条链路上传输了什么</translation>
    </message>
    <message>
        <source>Compare traces</source>
        <translation>比较轨迹</translation>
    </message>
    <message>
        <source>Two ranks or two traces side by side: missing, new, slower, faster</source>
        <translation>并列两个 rank 或两个轨迹：缺失、新增、变慢、变快</translation>
    </message>
    <message>
        <source>Device model</source>
        <translation>设备模型</translation>
    </message>
    <message>
        <source>Parameters of the simulated device, and how far they are from real kernels</source>
        <translation>模拟设备的参数，以及它们与真实内核的差距</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>The device&apos;s memory over time, its peak and who holds it</source>
        <translation>设备内存随时间的变化、峰值及占用者</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>The selected slice: times, arguments, flows, and where it comes from</source>
        <translation>选中的切片：时间、参数、连线及其来源</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>切片列表</translation>
    </message>
    <message>
        <source>The slices of the marked range by name, and what a search found</source>
        <translation>选定区间内按名称汇总的切片，以及查找结果</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>What a profile&apos;s time went to: operators, kernels, host calls, steps</source>
        <translation>性能数据中时间的去向：算子、内核、主机调用、step</translation>
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
        <source>Kernel details</source>
        <translation>内核详情</translation>
    </message>
    <message>
        <source>What one kernel does: cores, pipes, memory traffic, roofline, hot spots</source>
        <translation>单个内核做了什么：核、流水线、访存、Roofline、热点</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>优化遍</translation>
    </message>
    <message>
        <source>What each optimization pass did to the graph, and why</source>
        <translation>每个优化遍对图的改变及原因</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行记录</translation>
    </message>
    <message>
        <source>All runs that are kept, to look at again and to compare</source>
        <translation>所有保留的运行，可再次查看和比较</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>指南</translation>
    </message>
    <message>
        <source>How to do things with JitScope, to read beside your work</source>
        <translation>如何使用 JitScope，可边工作边阅读</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>A function compiled anew with other decisions, side by side</source>
        <translation>以不同决定重新编译的函数，并排对照</translation>
    </message>
    <message>
        <source>Culprit</source>
        <translation>出错定位</translation>
    </message>
    <message>
        <source>The first pass and node that change what a function computes</source>
        <translation>第一个改变函数计算结果的优化遍和节点</translation>
    </message>
    <message>
        <source>Follow a value</source>
        <translation>追踪一个值</translation>
    </message>
    <message>
        <source>The selected value from its source line through every pass to the assembly of its kernel</source>
        <translation>所选的值：从源码行经过每个优化遍直到其内核的汇编</translation>
    </message>
    <message>
        <source>A fused kernel: its members, its texts down to the assembly, and which member takes its time</source>
        <translation>融合内核：其成员、直到汇编的各种文本，以及时间花在哪个成员上</translation>
    </message>
    <message>
        <source>Any two stages of compiled functions and their variants as text, line by line</source>
        <translation>已编译函数及其变体的任意两个阶段，以文本逐行对比</translation>
    </message>
    <message>
        <source>Compare stages</source>
        <translation>阶段对比</translation>
    </message>
    <message>
        <source>Any two stages of compiled functions and their variants, side by side</source>
        <translation>已编译函数及其变体的任意两个阶段，并排对比</translation>
    </message>
    <message>
        <source>Compile</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>Where compile time went, and why functions were compiled again</source>
        <translation>编译时间花在哪里，以及函数为何重新编译</translation>
    </message>
    <message>
        <source>Bench</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>A function in every way to run it, measured and compared</source>
        <translation>一个函数的所有运行方式，测量并比较</translation>
    </message>
    <message>
        <source>Flame graph</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>Where the run&apos;s time went, by what called the operators</source>
        <translation>按调用者查看运行时间的去向</translation>
    </message>
    <message>
        <source>Run advice</source>
        <translation>运行建议</translation>
    </message>
    <message>
        <source>What the run did that it need not have, and which variant checks it</source>
        <translation>运行中本可避免的开销，以及用哪个变体验证</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>What each thread did with its time: on a core, ready, waiting</source>
        <translation>每个线程把时间用在哪里：在核上、就绪、等待</translation>
    </message>
</context>
<context>
    <name>PassSummaries</name>
    <message>
        <source>Passes as arguments what a function uses of the functions around it.</source>
        <translation>把函数用到的外层函数的变量作为参数传入。</translation>
    </message>
    <message>
        <source>Puts the body of a called function in the place of the call.</source>
        <translation>用被调用函数的函数体替换调用。</translation>
    </message>
    <message>
        <source>Orders what writes to parameters and what prints by tokens.</source>
        <translation>用令牌确定写参数和打印操作的顺序。</translation>
    </message>
    <message>
        <source>Drops operators whose results nobody uses, and functions nobody calls.</source>
        <translation>删除结果无人使用的算子和无人调用的函数。</translation>
    </message>
    <message>
        <source>Takes the branch now where the condition is known.</source>
        <translation>条件已知时直接选定分支。</translation>
    </message>
    <message>
        <source>Puts into a function what all its calls pass for a parameter.</source>
        <translation>把所有调用都传入的同一参数值写进函数。</translation>
    </message>
    <message>
        <source>Drops parameters of functions that nothing uses.</source>
        <translation>删除函数中无人使用的参数。</translation>
    </message>
    <message>
        <source>Writes out the rounds of a loop whose number is known.</source>
        <translation>展开次数已知的循环。</translation>
    </message>
    <message>
        <source>Takes the element itself where a tuple is built and taken apart.</source>
        <translation>元组构造后又被拆开时，直接取其元素。</translation>
    </message>
    <message>
        <source>Computes operators now whose arguments are all known.</source>
        <translation>参数全部已知的算子在编译时算出。</translation>
    </message>
    <message>
        <source>Drops arithmetic that does nothing and merges neighbouring constants.</source>
        <translation>删除不起作用的算术运算，合并相邻常量。</translation>
    </message>
    <message>
        <source>Drops casts that change nothing and merges two where the first loses nothing.</source>
        <translation>删除不改变类型的转换，第一次转换无损时把两次合并。</translation>
    </message>
    <message>
        <source>Merges transposes in a row and drops those that move nothing.</source>
        <translation>合并连续的转置，删除不移动数据的转置。</translation>
    </message>
    <message>
        <source>Merges changes of shape in a row and drops those that change nothing.</source>
        <translation>合并连续的形状变换，删除不改变形状的变换。</translation>
    </message>
    <message>
        <source>Drops Tile that repeats nothing and merges two in a row.</source>
        <translation>删除不重复数据的 Tile，合并连续的两个。</translation>
    </message>
    <message>
        <source>Drops reductions over axes of size 1.</source>
        <translation>删除在大小为 1 的轴上的归约。</translation>
    </message>
    <message>
        <source>Keeps one StopGradient of several in a row.</source>
        <translation>连续多个 StopGradient 只保留一个。</translation>
    </message>
    <message>
        <source>Drops reads of parameters that need no moment of their own.</source>
        <translation>删除无需固定时刻的参数读取。</translation>
    </message>
    <message>
        <source>Drops from the tokens what no order is needed for.</source>
        <translation>从令牌中去掉不需要排序的操作。</translation>
    </message>
    <message>
        <source>Drops from the tokens what only computes.</source>
        <translation>从令牌中去掉纯计算的操作。</translation>
    </message>
    <message>
        <source>Goes on with the last token of a body put in the place of its call.</source>
        <translation>内联后沿用函数体的最后一个令牌。</translation>
    </message>
    <message>
        <source>Lets a write go by the same token as reads of other parameters.</source>
        <translation>让写操作与其他参数的读取共用一个令牌。</translation>
    </message>
    <message>
        <source>Merges tokens that only come behind reads.</source>
        <translation>合并只跟在读取之后的令牌。</translation>
    </message>
    <message>
        <source>Drops what a Depend need not wait for.</source>
        <translation>删除 Depend 不必等待的内容。</translation>
    </message>
    <message>
        <source>Infers all types again, and checks them.</source>
        <translation>重新推导并检查所有类型。</translation>
    </message>
    <message>
        <source>Computes once what is computed several times from the same inputs.</source>
        <translation>由相同输入多次计算的结果只计算一次。</translation>
    </message>
    <message>
        <source>Passes the items of a tuple where a function only takes it apart.</source>
        <translation>函数只拆开元组时，直接传入其各元素。</translation>
    </message>
    <message>
        <source>Keeps one of several equal constant tensors.</source>
        <translation>多个相同的常量张量只保留一个。</translation>
    </message>
    <message>
        <source>Recognises softmax where it is written out.</source>
        <translation>识别展开书写的 softmax。</translation>
    </message>
    <message>
        <source>Recognises the gradient of softmax where it is written out.</source>
        <translation>识别展开书写的 softmax 梯度。</translation>
    </message>
    <message>
        <source>Recognises layer and root-mean-square normalisations where they are written out.</source>
        <translation>识别展开书写的层归一化和均方根归一化。</translation>
    </message>
    <message>
        <source>Lets the matrix product read an operand turned instead of turning it before.</source>
        <translation>让矩阵乘直接按转置读取操作数，不必事先转置。</translation>
    </message>
    <message>
        <source>Computes attention without a tensor of all its weights.</source>
        <translation>计算注意力时不生成完整的权重张量。</translation>
    </message>
    <message>
        <source>Lets the matrix product add the bias and apply the activation on its way out.</source>
        <translation>让矩阵乘在输出时加上偏置并应用激活函数。</translation>
    </message>
    <message>
        <source>Lets the convolution add the bias, normalise and apply the activation on its way out.</source>
        <translation>让卷积在输出时加上偏置、归一化并应用激活函数。</translation>
    </message>
    <message>
        <source>Lets the batch normalisation apply the activation on its way out.</source>
        <translation>让批归一化在输出时应用激活函数。</translation>
    </message>
    <message>
        <source>Adds and cuts off in one walk.</source>
        <translation>一次遍历完成相加与截断。</translation>
    </message>
    <message>
        <source>Lets the layer normalisation add the residual before it.</source>
        <translation>让层归一化顺带加上之前的残差。</translation>
    </message>
    <message>
        <source>Takes the steps of an optimizer on many variables in one call.</source>
        <translation>一次调用完成优化器对多个变量的更新。</translation>
    </message>
    <message>
        <source>Merges transposes that fusions have brought together.</source>
        <translation>合并因融合而相邻的转置。</translation>
    </message>
    <message>
        <source>Merges changes of shape that fusions have brought together.</source>
        <translation>合并因融合而相邻的形状变换。</translation>
    </message>
    <message>
        <source>Writes the axes of reductions plainly and keeps those that are brought back.</source>
        <translation>规范归约的轴，并保留会恢复的轴。</translation>
    </message>
    <message>
        <source>Moves casts and changes of shape out of the way of what computes.</source>
        <translation>把类型转换和形状变换移到计算之外。</translation>
    </message>
    <message>
        <source>Writes composite operators as basic ones that can be fused.</source>
        <translation>把复合算子写成可融合的基本算子。</translation>
    </message>
    <message>
        <source>Computes now what expanded operators know.</source>
        <translation>计算展开后的算子中已知的部分。</translation>
    </message>
    <message>
        <source>Drops arithmetic that does nothing, now in what was expanded.</source>
        <translation>在展开后的算子中删除不起作用的算术运算。</translation>
    </message>
    <message>
        <source>Computes once what several expanded operators compute alike.</source>
        <translation>多个展开算子的相同计算只做一次。</translation>
    </message>
    <message>
        <source>Groups connected element-wise operators and reductions into one compiled kernel each.</source>
        <translation>把相连的逐元素算子和归约分别组成一个编译内核。</translation>
    </message>
    <message>
        <source>Cuts kernels in pieces that are faster than the whole.</source>
        <translation>把内核切成比整体更快的几块。</translation>
    </message>
    <message>
        <source>Lets kernels compute again what another one would have to store for them.</source>
        <translation>让内核重新计算本需由另一个内核存储的内容。</translation>
    </message>
    <message>
        <source>Drops results of kernels that nobody outside uses.</source>
        <translation>删除内核中外部无人使用的结果。</translation>
    </message>
    <message>
        <source>Lets operators compute in the dtype that somebody decided.</source>
        <translation>让算子以所决定的 dtype 计算。</translation>
    </message>
    <message>
        <source>Joins the gradients of slices that lie side by side instead of adding tensors of zeros.</source>
        <translation>把相邻切片的梯度直接拼接，而不是把大部分为零的张量相加。</translation>
    </message>
</context>
<context>
    <name>Passes</name>
    <message>
        <source>Pass</source>
        <translation>优化遍</translation>
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
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Before: %1
After: %2</source>
        <translation>之前：%1
之后：%2</translation>
    </message>
    <message>
        <source>%1 merged</source>
        <translation>合并 %1 个</translation>
    </message>
    <message>
        <source>Equal constants of which one is left: %1</source>
        <translation>被合并的相同常量：%1 个</translation>
    </message>
    <message>
        <source>codegen · %1</source>
        <translation>代码生成 · %1</translation>
    </message>
    <message>
        <source>The compiled kernels</source>
        <translation>已编译的内核</translation>
    </message>
    <message>
        <source>What was applied, or would have been</source>
        <translation>已应用或本会应用的规则</translation>
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
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>cycle %1</source>
        <translation>循环 %1</translation>
    </message>
    <message>
        <source>cannot run</source>
        <translation>无法运行</translation>
    </message>
    <message>
        <source>within the noise</source>
        <translation>在噪声之内</translation>
    </message>
    <message>
        <source>differs at %1</source>
        <translation>自 %1 起不同</translation>
    </message>
    <message>
        <source>still differs</source>
        <translation>仍然不同</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相等</translation>
    </message>
    <message>
        <source>within %1</source>
        <translation>相差不超过 %1</translation>
    </message>
    <message>
        <source>within %1 ulp</source>
        <translation>相差不超过 %1 ulp</translation>
    </message>
    <message>
        <source>chosen node</source>
        <translation>所选节点</translation>
    </message>
    <message>
        <source>Most bytes of intermediate values alive at once: %1</source>
        <translation>同时存活的中间值最多占用字节：%1</translation>
    </message>
    <message>
        <source>Run time of the graph after it against before: %1</source>
        <translation>其后的图与其前的图相比的运行时间：%1</translation>
    </message>
    <message>
        <source>It touched the chosen node.</source>
        <translation>它与所选节点有关。</translation>
    </message>
    <message>
        <source>passes: %1, effective: %2</source>
        <translation>优化遍：%1，有改变：%2</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Run time</source>
        <translation>运行时间</translation>
    </message>
    <message>
        <source>Against eager</source>
        <translation>与动态图相比</translation>
    </message>
    <message>
        <source>Touched</source>
        <translation>有关</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n 个算子</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kernel(s)</source>
        <translation>
            <numerusform>%n 个内核</numerusform>
        </translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <source>joined</source>
        <translation>已合并</translation>
    </message>
    <message>
        <source>They became one by this rule.</source>
        <translation>它们按此规则合为一个。</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%1 与 %2</translation>
    </message>
    <message>
        <source>No rule has both %1 and %2 in its pattern. What was refused of %1:</source>
        <translation>没有规则的模式同时包含 %1 和 %2。%1 被拒绝的有：</translation>
    </message>
    <message>
        <source>All that the passes refused</source>
        <translation>各优化遍拒绝的一切</translation>
    </message>
    <message>
        <source>Choose a node in the graph; its menu asks about two.</source>
        <translation>请在图中选择一个节点；其菜单可以询问两个节点。</translation>
    </message>
    <message>
        <source>What was refused of %1</source>
        <translation>%1 被拒绝的有</translation>
    </message>
    <message>
        <source>The chosen node is part of no kernel.</source>
        <translation>所选节点不属于任何内核。</translation>
    </message>
    <message>
        <source>What stopped %1 from growing</source>
        <translation>是什么阻止了 %1 继续扩大</translation>
    </message>
    <message>
        <source>Predicate</source>
        <translation>谓词</translation>
    </message>
    <message>
        <source>What the rule asked of them, and what did not hold</source>
        <translation>规则对它们的要求中未成立的那一条</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>实际</translation>
    </message>
    <message>
        <source>Needed</source>
        <translation>需要</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Bytes between</source>
        <translation>之间的字节</translation>
    </message>
    <message>
        <source>Of values that one of the calls gives to another: they lie in memory for it</source>
        <translation>其中一个调用交给另一个的值：它们因此放在内存中</translation>
    </message>
    <message>
        <source>Smallest change</source>
        <translation>最小改动</translation>
    </message>
    <message>
        <source>With which the predicate holds; Try it compiles a variant with it</source>
        <translation>有了它谓词便成立；“试一试”用它编译一个变体</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>About: %1</source>
        <translation>关于：%1</translation>
    </message>
    <message>
        <source>Refusals</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>What each would have saved, where it is known</source>
        <translation>每条本可节省的量（已知时）</translation>
    </message>
    <message>
        <source>Calls in all graphs, also inside of kernels, plumbing (tuples, loads, order) included; parameters and constants are none</source>
        <translation>所有图中的调用，包括内核内部的调用和辅助节点（元组、读取、次序）；参数和常量不计入</translation>
    </message>
    <message>
        <source>level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>No pass of O0 makes fused kernels. At O1 this function has %1 of %2 operators.</source>
        <translation>O0 没有生成融合内核的优化遍。在 O1 下此函数有 %1 个融合内核，含 %2 个算子。</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2 中的 %1</translation>
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
    <name>Preferences</name>
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
        <source>As the system</source>
        <translation>跟随系统</translation>
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
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
</context>
<context>
    <name>RunText</name>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>finished in %1</source>
        <translation>完成，用时 %1</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>ended with exit code %2 after %1</source>
        <translation>%1 后以退出码 %2 结束</translation>
    </message>
    <message>
        <source>ended with exit code %2</source>
        <translation>以退出码 %2 结束</translation>
    </message>
    <message>
        <source>ended by an error after %1</source>
        <translation>%1 后因错误结束</translation>
    </message>
    <message>
        <source>ended by an error</source>
        <translation>因错误结束</translation>
    </message>
    <message>
        <source>stopped after %1</source>
        <translation>%1 后被停止</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>被停止</translation>
    </message>
    <message>
        <source>cut off by a crash</source>
        <translation>因崩溃中断</translation>
    </message>
    <message numerus="yes">
        <source>%Ln operator(s)</source>
        <translation>
            <numerusform>%Ln 个算子</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln compilation(s)</source>
        <translation>
            <numerusform>%Ln 次编译</numerusform>
        </translation>
    </message>
    <message>
        <source>console</source>
        <translation>控制台</translation>
    </message>
    <message>
        <source>The run of %1 is not kept for the next start: it needs %2, and of the %3 for runs %4 are free.</source>
        <translation>%1 的运行不会保留到下次启动：它需要 %2，而用于运行的 %3 中还剩 %4。</translation>
    </message>
</context>
<context>
    <name>Samples</name>
    <message>
        <source>%1: the sample cannot be written there.</source>
        <translation>%1：无法在那里写入示例。</translation>
    </message>
    <message>
        <source>Attention, eager and compiled</source>
        <translation>注意力：动态图与编译</translation>
    </message>
    <message>
        <source>One block in both modes: its graph, what each pass did to it, where time went.</source>
        <translation>同一模块的两种模式：它的图、每个优化遍的改变、时间花在哪里。</translation>
    </message>
    <message>
        <source>Where does the NaN come from?</source>
        <translation>NaN 从哪里来？</translation>
    </message>
    <message>
        <source>A training that breaks in its third batch. Run to the first NaN, then back.</source>
        <translation>在第三批出错的训练。运行到第一个 NaN，再向后退。</translation>
    </message>
    <message>
        <source>Which layer is wrong?</source>
        <translation>哪一层不对？</translation>
    </message>
    <message>
        <source>A network whose result has the wrong shape. Filter its operators.</source>
        <translation>结果形状不对的网络。过滤它的算子。</translation>
    </message>
    <message>
        <source>Back from the error</source>
        <translation>从错误处后退</translation>
    </message>
    <message>
        <source>The line that fails is not the one to blame. Step back to that one.</source>
        <translation>出错的行并不是原因所在的行。后退到真正的那一行。</translation>
    </message>
    <message>
        <source>Values written in place</source>
        <translation>就地写入的值</translation>
    </message>
    <message>
        <source>Step back and see what a tensor held then; change a value and go on.</source>
        <translation>后退查看张量当时的值；修改一个值再继续。</translation>
    </message>
</context>
<context>
    <name>SliceOrigin</name>
    <message>
        <source>No call stack was recorded (profile with stacks, for instance with_stack=True).</source>
        <translation>没有记录调用栈（采集时需开启调用栈，例如 with_stack=True）。</translation>
    </message>
    <message>
        <source>queued there</source>
        <translation>在那里入队</translation>
    </message>
    <message>
        <source>the collective that runs at that time</source>
        <translation>当时运行的集合通信</translation>
    </message>
    <message>
        <source>flow HostToDevice</source>
        <translation>HostToDevice 连线</translation>
    </message>
    <message>
        <source>No flow HostToDevice ends at this task, so the call that launched it is not known.</source>
        <translation>没有 HostToDevice 连线到达此任务，因此不知道是哪次调用下发的。</translation>
    </message>
    <message>
        <source>flow async_npu</source>
        <translation>async_npu 连线</translation>
    </message>
    <message>
        <source>encloses the launch</source>
        <translation>包含该下发</translation>
    </message>
    <message>
        <source>No flow async_npu ends at this task and no operator encloses its launch.</source>
        <translation>没有 async_npu 连线到达此任务，也没有算子包含其下发。</translation>
    </message>
    <message>
        <source>runs at that time on the same thread</source>
        <translation>当时在同一线程上运行</translation>
    </message>
    <message>
        <source>encloses it</source>
        <translation>包含它</translation>
    </message>
    <message>
        <source>written with the operator</source>
        <translation>与算子一起写出</translation>
    </message>
    <message>
        <source>functions that enclose it in time</source>
        <translation>在时间上包含它的函数</translation>
    </message>
    <message>
        <source>table of operators, by name and order</source>
        <translation>算子表，按名称和顺序</translation>
    </message>
    <message>
        <source>recorded with the run</source>
        <translation>随运行记录</translation>
    </message>
    <message>
        <source>No node of an open graph has this task&apos;s full name.</source>
        <translation>已打开的图中没有节点具有此任务的全名。</translation>
    </message>
    <message>
        <source>exact name</source>
        <translation>名称完全一致</translation>
    </message>
    <message>
        <source>exact name in several graphs</source>
        <translation>在多个图中名称完全一致</translation>
    </message>
    <message>
        <source>same type and shapes, in order</source>
        <translation>类型和形状相同，按顺序</translation>
    </message>
    <message>
        <source>same type, in order</source>
        <translation>类型相同，按顺序</translation>
    </message>
    <message>
        <source>no graph is open</source>
        <translation>未打开图</translation>
    </message>
    <message>
        <source>no node of type %1</source>
        <translation>没有类型为 %1 的节点</translation>
    </message>
    <message>
        <source>the graphs have %1 nodes of type %2, the step another number of kernels</source>
        <translation>图中有 %1 个类型为 %2 的节点，而该 step 的内核数不同</translation>
    </message>
</context>
<context>
    <name>StretchDialog</name>
    <message>
        <source>Open a stretch of time</source>
        <translation>打开一段时间</translation>
    </message>
    <message>
        <source>Of %1 only what lies in this stretch is read; times count from its first event.</source>
        <translation>只读取 %1 中位于此时间段内的内容；时间从其第一个事件算起。</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
</context>
<context>
    <name>Tables</name>
    <message>
        <source>Tasks of the device that did work: one row a kernel or collective.</source>
        <translation>设备上实际工作的任务：每个内核或集合通信一行。</translation>
    </message>
    <message>
        <source>Calls of the host into CANN, one row a call.</source>
        <translation>主机对 CANN 的调用，每次调用一行。</translation>
    </message>
    <message>
        <source>Operators of the framework on the host, one row a call.</source>
        <translation>主机上的框架算子，每次调用一行。</translation>
    </message>
    <message>
        <source>Sums by operator type as the producer wrote them.</source>
        <translation>性能分析器写出的按算子类型的汇总。</translation>
    </message>
    <message>
        <source>Sums of host calls as the producer wrote them.</source>
        <translation>性能分析器写出的主机调用汇总。</translation>
    </message>
    <message>
        <source>Parts of each step as the producer wrote them.</source>
        <translation>性能分析器写出的各 step 的组成。</translation>
    </message>
    <message>
        <source>Memory held by allocators, over time.</source>
        <translation>分配器占用的内存随时间的变化。</translation>
    </message>
    <message>
        <source>Allocations by operator.</source>
        <translation>按算子的内存分配。</translation>
    </message>
    <message>
        <source>Memory of the device&apos;s software modules, over time.</source>
        <translation>设备软件模块的内存随时间的变化。</translation>
    </message>
    <message>
        <source>Collectives and transfers between ranks: one row an operator.</source>
        <translation>rank 之间的集合通信和传输：每个算子一行。</translation>
    </message>
    <message>
        <source>What each communication operator moved over each kind of link.</source>
        <translation>每个通信算子在每类链路上的传输。</translation>
    </message>
    <message>
        <source>Transfers by size.</source>
        <translation>按大小的传输。</translation>
    </message>
    <message>
        <source>What moved between two ranks.</source>
        <translation>两个 rank 之间的传输。</translation>
    </message>
    <message>
        <source>Hits in the L2 cache by task.</source>
        <translation>各任务的 L2 缓存命中。</translation>
    </message>
    <message>
        <source>Steps of the training loop on the host.</source>
        <translation>主机上的训练 step。</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Step</translation>
    </message>
    <message>
        <source>Step of the training loop that it belongs to</source>
        <translation>所属的训练 step</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Device id</source>
        <translation>设备编号</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Model id of a graph that was sunk as a whole</source>
        <translation>整图下沉的图的模型编号</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Stream that it ran on</source>
        <translation>运行所在的流</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Task id in its stream</source>
        <translation>在流内的任务编号</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Sub-task of an FFTS+ task</source>
        <translation>FFTS+ 任务的子任务</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Name of the kernel; in graph mode the full name of the node</source>
        <translation>内核名称；图模式下为节点全名</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Operator type</source>
        <translation>算子类型</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Static or dynamic shape</source>
        <translation>静态或动态形状</translation>
    </message>
    <message>
        <source>Core</source>
        <translation>核</translation>
    </message>
    <message>
        <source>What it ran on: AI_CORE, AI_VECTOR_CORE, MIX_AIC, MIX_AIV, AI_CPU, COMMUNICATION</source>
        <translation>运行于：AI_CORE、AI_VECTOR_CORE、MIX_AIC、MIX_AIV、AI_CPU、COMMUNICATION</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Begin on the device</source>
        <translation>在设备上的开始时间</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>From begin to end on the device</source>
        <translation>在设备上从开始到结束</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>From the end of the kernel before on the device, whatever its stream, to the begin; 0 for the first</source>
        <translation>从设备上前一内核（不论在哪个流）结束到它开始；第一个为 0</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Block 数</translation>
    </message>
    <message>
        <source>Blocks, one a core until all cores are taken</source>
        <translation>Block 数，核用满之前每核一个</translation>
    </message>
    <message>
        <source>Mix blocks</source>
        <translation>Mix Block 数</translation>
    </message>
    <message>
        <source>Blocks on the other kind of core</source>
        <translation>另一种核上的 Block 数</translation>
    </message>
    <message>
        <source>Hf32</source>
        <translation>HF32</translation>
    </message>
    <message>
        <source>Whether float32 products may use HF32</source>
        <translation>float32 乘法是否可用 HF32</translation>
    </message>
    <message>
        <source>Input shapes</source>
        <translation>输入形状</translation>
    </message>
    <message>
        <source>Shapes of the inputs: 2,3;3,4</source>
        <translation>输入的形状：2,3;3,4</translation>
    </message>
    <message>
        <source>Input types</source>
        <translation>输入类型</translation>
    </message>
    <message>
        <source>Element types of the inputs</source>
        <translation>输入的元素类型</translation>
    </message>
    <message>
        <source>Input formats</source>
        <translation>输入格式</translation>
    </message>
    <message>
        <source>Memory formats of the inputs</source>
        <translation>输入的内存格式</translation>
    </message>
    <message>
        <source>Output shapes</source>
        <translation>输出形状</translation>
    </message>
    <message>
        <source>Shapes of the outputs</source>
        <translation>输出的形状</translation>
    </message>
    <message>
        <source>Output types</source>
        <translation>输出类型</translation>
    </message>
    <message>
        <source>Element types of the outputs</source>
        <translation>输出的元素类型</translation>
    </message>
    <message>
        <source>Output formats</source>
        <translation>输出格式</translation>
    </message>
    <message>
        <source>Memory formats of the outputs</source>
        <translation>输出的内存格式</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>Layer: acl, model, node, communication, runtime</source>
        <translation>层级：acl、model、node、communication、runtime</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Begin on the host</source>
        <translation>在主机上的开始时间</translation>
    </message>
    <message>
        <source>From call to return</source>
        <translation>从调用到返回</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Thread id</source>
        <translation>线程编号</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>关联编号</translation>
    </message>
    <message>
        <source>Number that the task has which it launched</source>
        <translation>它所下发任务的编号</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Shapes of the inputs</source>
        <translation>输入的形状</translation>
    </message>
    <message>
        <source>Call stack</source>
        <translation>调用栈</translation>
    </message>
    <message>
        <source>Python lines, innermost first, one a line</source>
        <translation>Python 行，最内层在前，每行一条</translation>
    </message>
    <message>
        <source>Host self</source>
        <translation>主机自身</translation>
    </message>
    <message>
        <source>Host time without that of operators inside</source>
        <translation>主机时间，不含内部算子</translation>
    </message>
    <message>
        <source>Host total</source>
        <translation>主机合计</translation>
    </message>
    <message>
        <source>Host time</source>
        <translation>主机时间</translation>
    </message>
    <message>
        <source>Device self</source>
        <translation>设备自身</translation>
    </message>
    <message>
        <source>Time of the kernels that it launched itself</source>
        <translation>它自身下发的内核的时间</translation>
    </message>
    <message>
        <source>Device total</source>
        <translation>设备合计</translation>
    </message>
    <message>
        <source>The same with operators inside</source>
        <translation>同上，含内部算子</translation>
    </message>
    <message>
        <source>Device self aicore</source>
        <translation>设备自身 aicore</translation>
    </message>
    <message>
        <source>Of device_self, kernels on AI cores</source>
        <translation>device_self 中 AI Core 上的内核</translation>
    </message>
    <message>
        <source>Device total aicore</source>
        <translation>设备合计 aicore</translation>
    </message>
    <message>
        <source>Of device_total, kernels on AI cores</source>
        <translation>device_total 中 AI Core 上的内核</translation>
    </message>
    <message>
        <source>What it ran on</source>
        <translation>运行于</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核数</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Sum of durations</source>
        <translation>时长之和</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Shortest</source>
        <translation>最短</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比例</translation>
    </message>
    <message>
        <source>Share of all</source>
        <translation>占全部的比例</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>软件层级</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Variance</source>
        <translation>方差</translation>
    </message>
    <message>
        <source>Variance, in the producer&apos;s unit</source>
        <translation>方差，性能分析器的单位</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Time in which something computes</source>
        <translation>有计算的时间</translation>
    </message>
    <message>
        <source>Communication not overlapped</source>
        <translation>通信（未重叠）</translation>
    </message>
    <message>
        <source>Communication while nothing computes</source>
        <translation>没有计算时的通信</translation>
    </message>
    <message>
        <source>Overlapped</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>Communication while something computes</source>
        <translation>有计算时的通信</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Time in which something communicates</source>
        <translation>有通信的时间</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Neither</source>
        <translation>两者皆无</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stage</translation>
    </message>
    <message>
        <source>Duration of the pipeline stage</source>
        <translation>流水并行 stage 的时长</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>Bubble</translation>
    </message>
    <message>
        <source>Waiting for other pipeline stages</source>
        <translation>等待其他流水并行 stage</translation>
    </message>
    <message>
        <source>Communication not overlapped and exclude receive</source>
        <translation>未重叠通信（不含接收）</translation>
    </message>
    <message>
        <source>Not overlapped, without the bubble</source>
        <translation>未重叠部分，不含 bubble</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>From the begin of the step on the host to its first device task</source>
        <translation>从 step 在主机上开始到其第一个设备任务</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>组件</translation>
    </message>
    <message>
        <source>Whose memory: PTA, GE, APP, WORKSPACE, MindSpore, ...</source>
        <translation>谁的内存：PTA、GE、APP、WORKSPACE、MindSpore、...</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>When</source>
        <translation>何时</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>In use by tensors</source>
        <translation>张量使用中</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>Taken from the device</source>
        <translation>从设备取得</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>活跃</translation>
    </message>
    <message>
        <source>In use, released memory that a stream still needs counted</source>
        <translation>使用中，包括已释放但流仍需要的内存</translation>
    </message>
    <message>
        <source>Stream handle</source>
        <translation>流句柄</translation>
    </message>
    <message>
        <source>Device type</source>
        <translation>设备类型</translation>
    </message>
    <message>
        <source>NPU:0</source>
        <translation>NPU:0</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Size; negative for a release alone</source>
        <translation>大小；仅有释放时为负</translation>
    </message>
    <message>
        <source>Allocation time</source>
        <translation>分配时间</translation>
    </message>
    <message>
        <source>When it was allocated</source>
        <translation>何时分配</translation>
    </message>
    <message>
        <source>Release time</source>
        <translation>释放时间</translation>
    </message>
    <message>
        <source>When it was released</source>
        <translation>何时释放</translation>
    </message>
    <message>
        <source>Active release time</source>
        <translation>活跃释放时间</translation>
    </message>
    <message>
        <source>When the last stream let it go</source>
        <translation>最后一个流何时放开</translation>
    </message>
    <message>
        <source>From allocation to release</source>
        <translation>从分配到释放</translation>
    </message>
    <message>
        <source>Active duration</source>
        <translation>活跃时长</translation>
    </message>
    <message>
        <source>From allocation to the last use</source>
        <translation>从分配到最后一次使用</translation>
    </message>
    <message>
        <source>Allocation allocated</source>
        <translation>分配时已分配</translation>
    </message>
    <message>
        <source>Total allocated after the allocation</source>
        <translation>分配之后的已分配总量</translation>
    </message>
    <message>
        <source>Allocation reserved</source>
        <translation>分配时已保留</translation>
    </message>
    <message>
        <source>Total reserved after the allocation</source>
        <translation>分配之后的已保留总量</translation>
    </message>
    <message>
        <source>Allocation active</source>
        <translation>分配时活跃</translation>
    </message>
    <message>
        <source>Total active after the allocation</source>
        <translation>分配之后的活跃总量</translation>
    </message>
    <message>
        <source>Release allocated</source>
        <translation>释放时已分配</translation>
    </message>
    <message>
        <source>Total allocated after the release</source>
        <translation>释放之后的已分配总量</translation>
    </message>
    <message>
        <source>Release reserved</source>
        <translation>释放时已保留</translation>
    </message>
    <message>
        <source>Total reserved after the release</source>
        <translation>释放之后的已保留总量</translation>
    </message>
    <message>
        <source>Release active</source>
        <translation>释放时活跃</translation>
    </message>
    <message>
        <source>Total active after the release</source>
        <translation>释放之后的活跃总量</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>collective or p2p</source>
        <translation>collective 或 p2p</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>Communication group</source>
        <translation>通信组</translation>
    </message>
    <message>
        <source>Elapse</source>
        <translation>总耗时</translation>
    </message>
    <message>
        <source>From begin to end</source>
        <translation>从开始到结束</translation>
    </message>
    <message>
        <source>Transit</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Time in which data moves on the first plane, as the producer counts</source>
        <translation>第一个 plane 上数据传输的时间（按性能分析器的统计）</translation>
    </message>
    <message>
        <source>Neither moving nor waiting on the first plane; others may move data</source>
        <translation>第一个 plane 上既不传输也不等待；其他 plane 可能在传输</translation>
    </message>
    <message>
        <source>Waiting for other ranks</source>
        <translation>等待其他 rank</translation>
    </message>
    <message>
        <source>Synchronization</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>Waiting before the first transfer: for ranks that come late</source>
        <translation>第一次传输之前的等待：等待晚到的 rank</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Kind of link: HCCS, RDMA, PCIE, SDMA, SIO</source>
        <translation>链路类型：HCCS、RDMA、PCIE、SDMA、SIO</translation>
    </message>
    <message>
        <source>Transit size</source>
        <translation>传输大小</translation>
    </message>
    <message>
        <source>Bytes moved (the producer counts 1 MB as 1,000,000)</source>
        <translation>传输字节数（性能分析器按 1 MB = 1,000,000 计）</translation>
    </message>
    <message>
        <source>Transit time</source>
        <translation>传输时间</translation>
    </message>
    <message>
        <source>Time in which they moved</source>
        <translation>传输所用的时间</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>transit_size / transit_time, as the producer wrote it</source>
        <translation>transit_size / transit_time，按性能分析器写出的值</translation>
    </message>
    <message>
        <source>Large packet ratio</source>
        <translation>大包比例</translation>
    </message>
    <message>
        <source>Share of transfers that are large enough to reach the link&apos;s speed</source>
        <translation>大到足以达到链路速度的传输的比例</translation>
    </message>
    <message>
        <source>Kind of link</source>
        <translation>链路类型</translation>
    </message>
    <message>
        <source>Package size</source>
        <translation>包大小</translation>
    </message>
    <message>
        <source>Size of one transfer</source>
        <translation>单次传输的大小</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>传输次数</translation>
    </message>
    <message>
        <source>Sum of their durations</source>
        <translation>其时长之和</translation>
    </message>
    <message>
        <source>Operator class: allreduce-top1, ..., total</source>
        <translation>算子类别：allreduce-top1、...、total</translation>
    </message>
    <message>
        <source>Op name</source>
        <translation>算子名称</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源</translation>
    </message>
    <message>
        <source>Rank that sends</source>
        <translation>发送的 rank</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Rank that receives</source>
        <translation>接收的 rank</translation>
    </message>
    <message>
        <source>Kind of link; LOCAL for a copy on the same device</source>
        <translation>链路类型；LOCAL 表示同一设备上的拷贝</translation>
    </message>
    <message>
        <source>Bytes moved</source>
        <translation>传输字节数</translation>
    </message>
    <message>
        <source>As the producer wrote it</source>
        <translation>按性能分析器写出的值</translation>
    </message>
    <message>
        <source>Task id</source>
        <translation>任务编号</translation>
    </message>
    <message>
        <source>Hit rate</source>
        <translation>命中率</translation>
    </message>
    <message>
        <source>Share of accesses that hit</source>
        <translation>命中的访问比例</translation>
    </message>
    <message>
        <source>Victim rate</source>
        <translation>替换率</translation>
    </message>
    <message>
        <source>Lines evicted by access; may be above 1</source>
        <translation>每次访问被替换的缓存行；可大于 1</translation>
    </message>
    <message>
        <source>Step: what stands behind ProfilerStep#</source>
        <translation>Step：ProfilerStep# 之后的编号</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>End on the host</source>
        <translation>在主机上的结束时间</translation>
    </message>
    <message>
        <source>The kernel that was measured: one row.</source>
        <translation>被测量的内核：一行。</translation>
    </message>
    <message>
        <source>What each core did: one row a part of a core.</source>
        <translation>每个核做了什么：核的每个部分一行。</translation>
    </message>
    <message>
        <source>How busy the compute units were.</source>
        <translation>计算单元的繁忙程度。</translation>
    </message>
    <message>
        <source>Traffic on each path between memories and units of a core.</source>
        <translation>核内存储与单元之间各通路的传输。</translation>
    </message>
    <message>
        <source>Cycles of the compute units beside the memory graph.</source>
        <translation>内存图旁的计算单元周期。</translation>
    </message>
    <message>
        <source>Hits of the caches.</source>
        <translation>缓存命中。</translation>
    </message>
    <message>
        <source>Counts of memories and pipes, cell by cell.</source>
        <translation>存储和流水线的计数，逐单元格。</translation>
    </message>
    <message>
        <source>Points of the kernel under the roofs of its device.</source>
        <translation>内核在其设备屋顶下的点。</translation>
    </message>
    <message>
        <source>Source lines by cost: one row a line and core.</source>
        <translation>按开销的源码行：每行每核一行。</translation>
    </message>
    <message>
        <source>Instructions by cost: one row an instruction and core.</source>
        <translation>按开销的指令：每条指令每核一行。</translation>
    </message>
    <message>
        <source>Hits and misses by line of the L2 cache.</source>
        <translation>按 L2 缓存行的命中和未命中。</translation>
    </message>
    <message>
        <source>Why warps stood still.</source>
        <translation>warp 停顿的原因。</translation>
    </message>
    <message>
        <source>What the producer remarks.</source>
        <translation>性能分析器的提示。</translation>
    </message>
    <message>
        <source>Name of the kernel</source>
        <translation>内核名称</translation>
    </message>
    <message>
        <source>The cores it runs on: cube, vector or mix</source>
        <translation>运行所在的核：cube、vector 或 mix</translation>
    </message>
    <message>
        <source>Soc</source>
        <translation>SoC</translation>
    </message>
    <message>
        <source>Chip</source>
        <translation>芯片</translation>
    </message>
    <message>
        <source>From begin to end on the device, scheduling included</source>
        <translation>在设备上从开始到结束，含调度</translation>
    </message>
    <message>
        <source>Pid</source>
        <translation>PID</translation>
    </message>
    <message>
        <source>Process id</source>
        <translation>进程编号</translation>
    </message>
    <message>
        <source>Current freq</source>
        <translation>当前频率</translation>
    </message>
    <message>
        <source>Clock of the cores while it ran</source>
        <translation>运行时的核时钟</translation>
    </message>
    <message>
        <source>Rated freq</source>
        <translation>额定频率</translation>
    </message>
    <message>
        <source>Clock that the cores are made for</source>
        <translation>核的额定时钟</translation>
    </message>
    <message>
        <source>Core: the block that it ran</source>
        <translation>核：它运行的 Block</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>cube0, vector0 or vector1</source>
        <translation>cube0、vector0 或 vector1</translation>
    </message>
    <message>
        <source>Time that the part was busy with the kernel</source>
        <translation>该部分在内核上繁忙的时间</translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>The same in cycles</source>
        <translation>同上，以周期计</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Bytes that it moved</source>
        <translation>它传输的字节数</translation>
    </message>
    <message>
        <source>L2 hit rate</source>
        <translation>L2 命中率</translation>
    </message>
    <message>
        <source>Share of its accesses to the L2 cache that hit</source>
        <translation>它对 L2 缓存访问的命中率</translation>
    </message>
    <message>
        <source>What was counted</source>
        <translation>统计项</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>The count, in the unit beside it</source>
        <translation>计数值，单位见旁边</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>%: share of the part&apos;s cycles; us; instructions; B; operations</source>
        <translation>%：占该部分周期的比例；us；指令数；B；操作数</translation>
    </message>
    <message>
        <source>The cycles that a share stands for</source>
        <translation>占比对应的周期数</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>通路</translation>
    </message>
    <message>
        <source>Number of the path</source>
        <translation>通路编号</translation>
    </message>
    <message>
        <source>From</source>
        <translation>源</translation>
    </message>
    <message>
        <source>Memory or unit that gives</source>
        <translation>给出数据的存储或单元</translation>
    </message>
    <message>
        <source>To</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Memory or unit that takes</source>
        <translation>接收数据的存储或单元</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求数</translation>
    </message>
    <message>
        <source>Requests times the size of one, where it is known for the path</source>
        <translation>请求数乘以该通路单次请求的大小（已知时）</translation>
    </message>
    <message>
        <source>Bytes / duration of the kernel; the producer counts 1 GB as 2^30 bytes</source>
        <translation>字节数 / 内核时长；性能分析器按 1 GB = 2^30 字节计</translation>
    </message>
    <message>
        <source>Peak ratio</source>
        <translation>峰值占比</translation>
    </message>
    <message>
        <source>Share of the bandwidth that the path can have</source>
        <translation>占该通路可达带宽的比例</translation>
    </message>
    <message>
        <source>Cube, Vector or Vector1</source>
        <translation>Cube、Vector 或 Vector1</translation>
    </message>
    <message>
        <source>Cycles in which it computed</source>
        <translation>计算的周期数</translation>
    </message>
    <message>
        <source>Total cycles</source>
        <translation>总周期</translation>
    </message>
    <message>
        <source>Cycles in which the kernel was on it</source>
        <translation>内核占用它的周期数</translation>
    </message>
    <message>
        <source>cycles / total_cycles</source>
        <translation>cycles / total_cycles</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Cache and kind of access</source>
        <translation>缓存和访问种类</translation>
    </message>
    <message>
        <source>Hit</source>
        <translation>命中</translation>
    </message>
    <message>
        <source>Accesses that hit</source>
        <translation>命中的访问数</translation>
    </message>
    <message>
        <source>Miss</source>
        <translation>未命中</translation>
    </message>
    <message>
        <source>Accesses that did not</source>
        <translation>未命中的访问数</translation>
    </message>
    <message>
        <source>hit / (hit + miss)</source>
        <translation>hit / (hit + miss)</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Memory or pipe</source>
        <translation>存储或流水线</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Which figure of it</source>
        <translation>其中哪个数值</translation>
    </message>
    <message>
        <source>The figure</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Which memories or pipes</source>
        <translation>哪些存储或流水线</translation>
    </message>
    <message>
        <source>Bandwidth name</source>
        <translation>带宽名称</translation>
    </message>
    <message>
        <source>The memory or path whose traffic was counted</source>
        <translation>统计其传输量的存储或通路</translation>
    </message>
    <message>
        <source>Its roof</source>
        <translation>其屋顶</translation>
    </message>
    <message>
        <source>Compute name</source>
        <translation>算力名称</translation>
    </message>
    <message>
        <source>The operations that were counted</source>
        <translation>统计的操作</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>算力</translation>
    </message>
    <message>
        <source>Their roof</source>
        <translation>其屋顶</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>计算强度</translation>
    </message>
    <message>
        <source>Operations / bytes moved</source>
        <translation>操作数 / 传输字节数</translation>
    </message>
    <message>
        <source>Performance</source>
        <translation>性能</translation>
    </message>
    <message>
        <source>Operations / duration</source>
        <translation>操作数 / 时长</translation>
    </message>
    <message>
        <source>Performance / the roof above the point</source>
        <translation>性能 / 该点上方的屋顶</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Source file</source>
        <translation>源文件</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Core, or ALL</source>
        <translation>核，或 ALL</translation>
    </message>
    <message>
        <source>Cycles of its instructions</source>
        <translation>其指令的周期数</translation>
    </message>
    <message>
        <source>Instructions executed</source>
        <translation>执行的指令数</translation>
    </message>
    <message>
        <source>Bytes that they moved to or from global memory</source>
        <translation>它们与全局内存之间传输的字节数</translation>
    </message>
    <message>
        <source>Share of their accesses to the L2 cache that hit</source>
        <translation>它们对 L2 缓存访问的命中率</translation>
    </message>
    <message>
        <source>Addresses</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Addresses of its instructions: first-last, several by commas</source>
        <translation>其指令的地址：首-尾，多个以逗号分隔</translation>
    </message>
    <message>
        <source>The cycles as time</source>
        <translation>周期换算的时间</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Address of the instruction</source>
        <translation>指令的地址</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>The instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Pipe</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Pipe that executes it</source>
        <translation>执行它的流水线</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Source line, file:line</source>
        <translation>源码行，file:line</translation>
    </message>
    <message>
        <source>Cycles from issue to end</source>
        <translation>从发射到结束的周期</translation>
    </message>
    <message>
        <source>Times it was executed</source>
        <translation>执行次数</translation>
    </message>
    <message>
        <source>Bytes that it moved to or from global memory</source>
        <translation>它与全局内存之间传输的字节数</translation>
    </message>
    <message>
        <source>Cache line</source>
        <translation>缓存行</translation>
    </message>
    <message>
        <source>Hit addresses</source>
        <translation>命中地址</translation>
    </message>
    <message>
        <source>Instructions that hit: first-last, several by commas</source>
        <translation>命中的指令：首-尾，多个以逗号分隔</translation>
    </message>
    <message>
        <source>Miss addresses</source>
        <translation>未命中地址</translation>
    </message>
    <message>
        <source>Instructions that missed: first-last, several by commas</source>
        <translation>未命中的指令：首-尾，多个以逗号分隔</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>采样数</translation>
    </message>
    <message>
        <source>Samples in which it held a warp up</source>
        <translation>它使 warp 停顿的采样数</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Part of the data that it is about</source>
        <translation>涉及数据的哪个部分</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>The remark, in the producer&apos;s words</source>
        <translation>提示，性能分析器的原文</translation>
    </message>
    <message>
        <source>What the kernels ran on; &quot;several&quot; where they differ</source>
        <translation>内核运行于；不同时为 &quot;several&quot;</translation>
    </message>
    <message>
        <source>Kernels of the group</source>
        <translation>该组的内核数</translation>
    </message>
    <message>
        <source>Sum of the durations on the device; kernels side by side count each</source>
        <translation>设备上的时长之和；并行的内核各自计入</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Share of the sum over all computing kernels, as op_statistic.csv counts; collectives, which mostly wait, have none</source>
        <translation>占所有计算内核之和的比例，与 op_statistic.csv 的算法相同；集合通信大多在等待，不计占比</translation>
    </message>
    <message>
        <source>Total by count</source>
        <translation>合计除以数量</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Half of the kernels take less</source>
        <translation>一半内核的时长小于此值</translation>
    </message>
    <message>
        <source>Sum of the waits: from the end of the kernel before on the device, whatever its stream, to the begin</source>
        <translation>等待之和：从设备上前一内核（不论在哪个流）结束到开始</translation>
    </message>
    <message>
        <source>Layer of the software: acl, model, node, communication, runtime</source>
        <translation>软件层级：acl、model、node、communication、runtime</translation>
    </message>
    <message>
        <source>Sum of the times from call to return; calls inside of calls count in both</source>
        <translation>从调用到返回的时间之和；调用内的调用在两者中都计入</translation>
    </message>
    <message>
        <source>Mean squared distance from the mean, in square microseconds, as api_statistic.csv</source>
        <translation>与平均值之差的均方，单位为平方微秒，与 api_statistic.csv 相同</translation>
    </message>
    <message>
        <source>Share of the sum of its level</source>
        <translation>占其层级之和的比例</translation>
    </message>
    <message>
        <source>What the device does</source>
        <translation>设备在做什么</translation>
    </message>
    <message>
        <source>Union: where several overlap, the time counts once</source>
        <translation>并集：多个重叠时只计一次</translation>
    </message>
    <message>
        <source>Stretches</source>
        <translation>段数</translation>
    </message>
    <message>
        <source>Stretches of time that the union consists of</source>
        <translation>组成并集的时间段数</translation>
    </message>
    <message>
        <source>The longest stretch</source>
        <translation>最长的一段</translation>
    </message>
    <message>
        <source>Share of the time from the first kernel to the last</source>
        <translation>占从第一个内核到最后一个内核的时间的比例</translation>
    </message>
    <message>
        <source>Step; 0 where the profile has none: all of it</source>
        <translation>Step；性能数据没有 step 时为 0，即全部</translation>
    </message>
    <message>
        <source>Time in which something computes, of stretches that begin in the step</source>
        <translation>有计算的时间，取在该 step 内开始的时间段</translation>
    </message>
    <message>
        <source>Communication while something computes: communication less not overlapped</source>
        <translation>有计算时的通信：通信减去未重叠部分</translation>
    </message>
    <message>
        <source>Neither computing nor communicating, between the first kernel and the last</source>
        <translation>第一个内核到最后一个内核之间既无计算也无通信的时间</translation>
    </message>
    <message>
        <source>Time of the pipeline stage without the bubble: for MindSpore from the first collective to the last, for torch_npu from the first device task of the step to the last</source>
        <translation>不含 bubble 的流水并行 stage 时间：MindSpore 为从第一个集合通信到最后一个，torch_npu 为从该 step 的第一个设备任务到最后一个</translation>
    </message>
    <message>
        <source>Waiting for other pipeline stages: sum of the receiving operators</source>
        <translation>等待其他流水并行 stage：接收算子之和</translation>
    </message>
    <message>
        <source>Not overlapped, less the bubble</source>
        <translation>未重叠部分减去 bubble</translation>
    </message>
    <message>
        <source>Share of the sum over all computing kernels</source>
        <translation>占所有计算内核之和的比例</translation>
    </message>
    <message>
        <source>Of usual</source>
        <translation>占常见带宽</translation>
    </message>
    <message>
        <source>Of the bandwidth that such links reach in practice: HCCS 18, RDMA 12.5, PCIE 20 GB/s</source>
        <translation>占此类链路实际可达带宽的比例：HCCS 18、RDMA 12.5、PCIE 20 GB/s</translation>
    </message>
    <message>
        <source>Bytes that are held</source>
        <translation>占用的字节数</translation>
    </message>
    <message>
        <source>Allocations</source>
        <translation>分配次数</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Share of the sum</source>
        <translation>占合计的比例</translation>
    </message>
    <message>
        <source>aic mac ratio</source>
        <translation>aic mac 比例</translation>
    </message>
    <message>
        <source>Share of the cycles in which the cube unit multiplies</source>
        <translation>Cube 单元做乘法的周期比例</translation>
    </message>
    <message>
        <source>aic scalar ratio</source>
        <translation>aic scalar 比例</translation>
    </message>
    <message>
        <source>Share of the cycles in which the scalar unit of cube cores works</source>
        <translation>Cube 核的 Scalar 单元工作的周期比例</translation>
    </message>
    <message>
        <source>aic mte1 ratio</source>
        <translation>aic mte1 比例</translation>
    </message>
    <message>
        <source>Share of the cycles in which data moves from L1 to L0</source>
        <translation>数据从 L1 搬到 L0 的周期比例</translation>
    </message>
    <message>
        <source>aic mte2 ratio</source>
        <translation>aic mte2 比例</translation>
    </message>
    <message>
        <source>Share of the cycles in which data moves from global memory to a cube core</source>
        <translation>数据从全局内存搬到 Cube 核的周期比例</translation>
    </message>
    <message>
        <source>aic fixpipe ratio</source>
        <translation>aic fixpipe 比例</translation>
    </message>
    <message>
        <source>Share of the cycles in which results leave L0C</source>
        <translation>结果搬出 L0C 的周期比例</translation>
    </message>
    <message>
        <source>aiv vec ratio</source>
        <translation>aiv vec 比例</translation>
    </message>
    <message>
        <source>Share of the cycles in which the vector unit computes</source>
        <translation>Vector 单元计算的周期比例</translation>
    </message>
    <message>
        <source>aiv scalar ratio</source>
        <translation>aiv scalar 比例</translation>
    </message>
    <message>
        <source>Share of the cycles in which the scalar unit of vector cores works</source>
        <translation>Vector 核的 Scalar 单元工作的周期比例</translation>
    </message>
    <message>
        <source>aiv mte2 ratio</source>
        <translation>aiv mte2 比例</translation>
    </message>
    <message>
        <source>Share of the cycles in which data moves from global memory to a vector core</source>
        <translation>数据从全局内存搬到 Vector 核的周期比例</translation>
    </message>
    <message>
        <source>aiv mte3 ratio</source>
        <translation>aiv mte3 比例</translation>
    </message>
    <message>
        <source>Share of the cycles in which data moves from a vector core to global memory</source>
        <translation>数据从 Vector 核搬到全局内存的周期比例</translation>
    </message>
    <message>
        <source>Cube utilization</source>
        <translation>Cube 利用率</translation>
    </message>
    <message>
        <source>Share of the task&apos;s time in which cube cores are taken; not the rate of multiplications</source>
        <translation>任务时间内 Cube 核被占用的比例；不是乘法的速率</translation>
    </message>
    <message>
        <source>kernel_details.csv or op_summary_*.csv (in a database TASK and COMPUTE_TASK_INFO)</source>
        <translation>kernel_details.csv 或 op_summary_*.csv（数据库中为 TASK 和 COMPUTE_TASK_INFO）</translation>
    </message>
    <message>
        <source>the CANN lanes of trace_view.json or CANN_API of a database (profiler level 1 or above)</source>
        <translation>trace_view.json 的 CANN 泳道或数据库的 CANN_API（profiler level 1 或以上）</translation>
    </message>
    <message>
        <source>operator_details.csv</source>
        <translation>operator_details.csv</translation>
    </message>
    <message>
        <source>op_statistic.csv (profiler level 1 or above)</source>
        <translation>op_statistic.csv（profiler level 1 或以上）</translation>
    </message>
    <message>
        <source>api_statistic.csv (profiler level 1 or above)</source>
        <translation>api_statistic.csv（profiler level 1 或以上）</translation>
    </message>
    <message>
        <source>step_trace_time.csv</source>
        <translation>step_trace_time.csv</translation>
    </message>
    <message>
        <source>memory_record.csv or MEMORY_RECORD of a database (profile_memory=True)</source>
        <translation>memory_record.csv 或数据库的 MEMORY_RECORD（profile_memory=True）</translation>
    </message>
    <message>
        <source>operator_memory.csv or OP_MEMORY of a database (profile_memory=True)</source>
        <translation>operator_memory.csv 或数据库的 OP_MEMORY（profile_memory=True）</translation>
    </message>
    <message>
        <source>npu_module_mem.csv</source>
        <translation>npu_module_mem.csv</translation>
    </message>
    <message>
        <source>communication.json or analysis.db (profiler level 1 or above, two ranks or more)</source>
        <translation>communication.json 或 analysis.db（profiler level 1 或以上，两个或更多 rank）</translation>
    </message>
    <message>
        <source>communication_matrix.json or analysis.db (profiler level 1 or above, two ranks or more)</source>
        <translation>communication_matrix.json 或 analysis.db（profiler level 1 或以上，两个或更多 rank）</translation>
    </message>
    <message>
        <source>l2_cache.csv (l2_cache=True)</source>
        <translation>l2_cache.csv（l2_cache=True）</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Delta total</source>
        <translation>Δ 总计</translation>
    </message>
    <message>
        <source>Delta mean</source>
        <translation>Δ 平均</translation>
    </message>
    <message>
        <source>Count before</source>
        <translation>之前的数量</translation>
    </message>
    <message>
        <source>Delta computing</source>
        <translation>Δ 计算</translation>
    </message>
    <message>
        <source>Delta communication not overlapped</source>
        <translation>Δ 未重叠的通信</translation>
    </message>
    <message>
        <source>Delta free</source>
        <translation>Δ 空闲</translation>
    </message>
    <message>
        <source>Sum of the times from the begin of the host&apos;s launch to that of the kernel, with what it waited in its queue; empty where no flow of the trace leads to one of the kernels</source>
        <translation>从主机下发开始到内核开始的时间之和，含在队列中的等待；若轨迹中没有流指向其中某个内核则为空</translation>
    </message>
    <message>
        <source>Total here less that of the baseline rank; grey within noise</source>
        <translation>此处的总计减去基线 rank 的；噪声之内为灰色</translation>
    </message>
    <message>
        <source>Of single kernels; grey within noise</source>
        <translation>单个内核的；噪声之内为灰色</translation>
    </message>
    <message>
        <source>Kernels of the group on the baseline rank</source>
        <translation>基线 rank 上该组的内核数</translation>
    </message>
    <message>
        <source>Of single calls; grey within noise</source>
        <translation>单次调用的；噪声之内为灰色</translation>
    </message>
    <message>
        <source>Calls on the baseline rank</source>
        <translation>基线 rank 上的调用数</translation>
    </message>
    <message>
        <source>Total here less that of the baseline rank; of one measurement it cannot be told whether that is noise</source>
        <translation>此处的总计减去基线 rank 的；只有一次测量，无法判断是否为噪声</translation>
    </message>
    <message>
        <source>Less that of the same step on the baseline rank; grey within noise</source>
        <translation>减去基线 rank 上同一步的；噪声之内为灰色</translation>
    </message>
    <message>
        <source>Bytes here less those of the baseline rank at the same time; counted, not measured</source>
        <translation>此处的字节数减去同一时刻基线 rank 的字节数；是计数，不是测量</translation>
    </message>
    <message>
        <source>Allocations on the baseline rank</source>
        <translation>基线 rank 上的分配次数</translation>
    </message>
    <message>
        <source>Less that of the same operator on the baseline rank; of one measurement it cannot be told whether that is noise</source>
        <translation>减去基线 rank 上同一算子的值；只有一次测量，无法判断是否为噪声</translation>
    </message>
    <message>
        <source>Less that of the same operator on the baseline rank</source>
        <translation>减去基线 rank 上同一算子的值</translation>
    </message>
    <message>
        <source>Less that of the same operator on the baseline rank: who waits less came later</source>
        <translation>减去基线 rank 上同一算子的值：等待较少者到得较晚</translation>
    </message>
    <message>
        <source>Less that of the same packets on the baseline rank</source>
        <translation>减去基线 rank 上同样数据包的值</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Blue</source>
        <translation>蓝</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>青</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>绿</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>橙</translation>
    </message>
    <message>
        <source>Violet</source>
        <translation>紫罗兰</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>灰</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>紫</translation>
    </message>
    <message>
        <source>Amber</source>
        <translation>琥珀</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>红</translation>
    </message>
    <message>
        <source>range %1</source>
        <translation>区间 %1</translation>
    </message>
    <message>
        <source>Zoom in at the pointer</source>
        <translation>以指针处为中心放大</translation>
    </message>
    <message>
        <source>Zoom out at the pointer</source>
        <translation>以指针处为中心缩小</translation>
    </message>
    <message>
        <source>Move to the left</source>
        <translation>左移</translation>
    </message>
    <message>
        <source>Move to the right</source>
        <translation>右移</translation>
    </message>
    <message>
        <source>Fit the marked range or the slice</source>
        <translation>使选定区间或切片适应窗口</translation>
    </message>
    <message>
        <source>Zoom to the marked range</source>
        <translation>缩放到选定区间</translation>
    </message>
    <message>
        <source>Undo zoom</source>
        <translation>撤销缩放</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Previous slice of the row</source>
        <translation>此行的上一个切片</translation>
    </message>
    <message>
        <source>Next slice of the row</source>
        <translation>此行的下一个切片</translation>
    </message>
    <message>
        <source>Caller, or the lane above</source>
        <translation>调用者，或上方泳道</translation>
    </message>
    <message>
        <source>First callee, or the lane below</source>
        <translation>第一个被调用者，或下方泳道</translation>
    </message>
    <message>
        <source>Next slice of the same name</source>
        <translation>下一个同名切片</translation>
    </message>
    <message>
        <source>Previous slice of the same name</source>
        <translation>上一个同名切片</translation>
    </message>
    <message>
        <source>Back along the flow: to the launch</source>
        <translation>沿连线向后：到下发处</translation>
    </message>
    <message>
        <source>Along the flow: to the kernel</source>
        <translation>沿连线向前：到内核</translation>
    </message>
    <message>
        <source>Mark the range of the selected slice</source>
        <translation>选定所选切片的区间</translation>
    </message>
    <message>
        <source>Left edge of the range to the slice&apos;s begin</source>
        <translation>区间左端移到切片的开始</translation>
    </message>
    <message>
        <source>Right edge of the range to the slice&apos;s end</source>
        <translation>区间右端移到切片的结束</translation>
    </message>
    <message>
        <source>Clear the marked range</source>
        <translation>清除选定区间</translation>
    </message>
    <message>
        <source>Lock the marked range, or release it</source>
        <translation>锁定或解锁选定区间</translation>
    </message>
    <message>
        <source>Set a marker at the pointer</source>
        <translation>在指针处设置标记</translation>
    </message>
    <message>
        <source>Keep the marked range as a marker</source>
        <translation>把选定区间保留为标记</translation>
    </message>
    <message>
        <source>Fold all headings</source>
        <translation>折叠所有分组</translation>
    </message>
    <message>
        <source>Unfold all headings</source>
        <translation>展开所有分组</translation>
    </message>
    <message>
        <source>Move the slice&apos;s lane up</source>
        <translation>把切片所在泳道上移</translation>
    </message>
    <message>
        <source>Move the slice&apos;s lane down</source>
        <translation>把切片所在泳道下移</translation>
    </message>
    <message>
        <source>Low rows, or normal ones</source>
        <translation>矮行或正常行高</translation>
    </message>
    <message>
        <source>Rows as high as fit the window, or normal ones</source>
        <translation>行高适应窗口或正常行高</translation>
    </message>
    <message>
        <source>Undo the last change of lanes</source>
        <translation>撤销对泳道的上次更改</translation>
    </message>
    <message>
        <source>no rank</source>
        <translation>无 rank</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>Fold the slice&apos;s lane to one row, or unfold it</source>
        <translation>把该切片的泳道折叠为一行，或展开</translation>
    </message>
    <message numerus="yes">
        <source>%n lanes merged</source>
        <translation>
            <numerusform>已合并 %n 个泳道</numerusform>
        </translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>Compile</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>capture</source>
        <translation>捕获</translation>
    </message>
    <message>
        <source>operands</source>
        <translation>操作数</translation>
    </message>
    <message>
        <source>result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
</context>
<context>
    <name>Tour</name>
    <message>
        <source>Open a script</source>
        <translation>打开脚本</translation>
    </message>
    <message>
        <source>Choose **Attention, eager and compiled** on the start page (Help &gt; Start page). It opens as a copy: change it as you like.</source>
        <translation>在起始页（帮助 &gt; 起始页）选择 **注意力：动态图与编译**。它以副本打开，可随意修改。</translation>
    </message>
    <message>
        <source>Run it</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Press **F5**. The script runs one block eagerly, then the same block as a compiled graph. Its operators come into the event list and the graph as they run.</source>
        <translation>按 **F5**。脚本先以动态图运行一个模块，再把同一模块作为编译图运行。算子在运行时进入事件列表和图。</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Press **F10**. The program begins anew and stands still before its first operator. Each further F10 runs one; **Shift+F10** goes back to the one before.</source>
        <translation>按 **F10**。程序重新开始，停在第一个算子之前。之后每按一次 F10 运行一个；**Shift+F10** 回到前一个。</translation>
    </message>
    <message>
        <source>Look at a value</source>
        <translation>查看数值</translation>
    </message>
    <message>
        <source>Press **F5** to go on to the end. Then click an operator in the event list or in the graph: *Values* shows its tensor, the editor its line.</source>
        <translation>按 **F5** 运行到结束。然后在事件列表或图中点击一个算子：*数值* 显示它的张量，编辑器显示它的行。</translation>
    </message>
    <message>
        <source>See what a pass did</source>
        <translation>看优化遍做了什么</translation>
    </message>
    <message>
        <source>Press **Ctrl+Alt+2** and choose a pass at the left. The graph before it and after it stand side by side; what was added, removed or changed is marked.</source>
        <translation>按 **Ctrl+Alt+2**，在左侧选择一个优化遍。它之前和之后的图并列显示；新增、删除和改变之处都有标记。</translation>
    </message>
    <message>
        <source>See where time went</source>
        <translation>看时间花在哪里</translation>
    </message>
    <message>
        <source>Press **Ctrl+Alt+3**. The timeline has lanes for the host, the compiler and the simulated device; *Operators* sums them up. A click leads back to the operator.</source>
        <translation>按 **Ctrl+Alt+3**。时间线有主机、编译器和模拟设备的泳道；*算子* 面板对它们汇总。点击可回到算子。</translation>
    </message>
</context>
<context>
    <name>VariantsPanel</name>
    <message>
        <source>As compiled</source>
        <translation>原编译结果</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>within the noise</source>
        <translation>在噪声之内</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>close</source>
        <translation>接近</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>broken</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Outside kernels</source>
        <translation>内核外节点</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>融合内核</translation>
    </message>
    <message>
        <source>Fused kernels in the final graphs</source>
        <translation>最终图中的融合内核</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>下发次数</translation>
    </message>
    <message>
        <source>Operators and kernels that run in one call</source>
        <translation>一次调用中运行的算子和融合内核</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Against compiled</source>
        <translation>与程序所编译相比</translation>
    </message>
    <message>
        <source>Bytes moved</source>
        <translation>搬运字节</translation>
    </message>
    <message>
        <source>Read and written in one call, where that is known</source>
        <translation>一次调用中读写的字节（已知部分）</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值内存</translation>
    </message>
    <message>
        <source>Most bytes of intermediate values alive at once, by the plan</source>
        <translation>按规划，同时存活的中间值的最大字节数</translation>
    </message>
    <message>
        <source>Max abs</source>
        <translation>最大绝对差</translation>
    </message>
    <message>
        <source>Largest absolute difference from eager</source>
        <translation>与动态图的最大绝对差</translation>
    </message>
    <message>
        <source>Max rel</source>
        <translation>最大相对差</translation>
    </message>
    <message>
        <source>Largest relative difference from eager; large where values are near 0</source>
        <translation>与动态图的最大相对差；数值接近 0 处会很大</translation>
    </message>
    <message>
        <source>Max ULP</source>
        <translation>最大 ULP</translation>
    </message>
    <message>
        <source>Largest difference from eager in steps of the dtype</source>
        <translation>与动态图的最大差，以 dtype 的步长计</translation>
    </message>
    <message>
        <source>Against eager</source>
        <translation>与动态图相比</translation>
    </message>
    <message>
        <source>%1 (no pass came across it)</source>
        <translation>%1（没有优化遍遇到它）</translation>
    </message>
    <message>
        <source>Run time: %1; %2 pairs.</source>
        <translation>运行时间：%1；%2 对。</translation>
    </message>
    <message>
        <source>Not fused: %1</source>
        <translation>未融合：%1</translation>
    </message>
    <message>
        <source>%1 (had no effect)</source>
        <translation>%1（未生效）</translation>
    </message>
    <message>
        <source>What comes out is the graph that the program compiled: nothing was changed.</source>
        <translation>结果与程序编译的计算图相同：没有任何改变。</translation>
    </message>
    <message>
        <source>Recompile time</source>
        <translation>重新编译时间</translation>
    </message>
    <message>
        <source>Of compiling it anew in this window: passes, code generation and plan, without the capture that is in the compile time of the panel Compile. Kernels whose code is known from before come from the cache (warm); the sentence below says how many.</source>
        <translation>在此窗口中重新编译所用：优化遍、代码生成与规划，不含捕获；“编译”面板的编译时间含捕获。代码已有的内核来自缓存（热）；下方的句子说明有多少个。</translation>
    </message>
    <message>
        <source>Recompile time: the code of %1 of %2 kernels came from the cache.</source>
        <translation>重新编译时间：%2 个内核中有 %1 个的代码来自缓存。</translation>
    </message>
    <message>
        <source>Run time: %1 against %2 as compiled, medians of the same turns. By the middle ratio of the turns, which need not be that of the medians: %3; %4 pairs. (The row As compiled has the shortest median of all variants&apos; turns.)</source>
        <translation>运行耗时：%1，原编译结果为 %2，均为同一批轮次的中位数。按各轮比值的中间值（不一定等于中位数之比）：%3；%4 对。（“原编译结果”一行显示的是所有变体轮次中最短的中位数。）</translation>
    </message>
    <message>
        <source>Run time: %1 is the shortest median of the turns with each variant; the text of a variant has that of its own turns.</source>
        <translation>运行时间：%1 是与各变体轮流计时所得中位数中最短的；变体的说明中是它自己那些轮次的中位数。</translation>
    </message>
    <message>
        <source>Instead, these rules were applied there: %1.</source>
        <translation>取而代之在此处应用的规则：%1。</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>备注：%1</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>The differences of the other rows are to this one</source>
        <translation>其他各行的差异都是相对于这一行</translation>
    </message>
    <message>
        <source>Not timed, or the pinned one was not: it cannot be told</source>
        <translation>未计时，或固定的那个未计时：无法判断</translation>
    </message>
    <message>
        <source>99 %: %1 to %2</source>
        <translation>99 %：%1 到 %2</translation>
    </message>
    <message>
        <source>Faster; %1</source>
        <translation>更快；%1</translation>
    </message>
    <message>
        <source>Slower; %1</source>
        <translation>更慢；%1</translation>
    </message>
    <message>
        <source>Within noise: it says nothing; %1</source>
        <translation>在噪声之内：不能说明问题；%1</translation>
    </message>
    <message>
        <source>Less the figure of the pinned variant; sorted by its size</source>
        <translation>减去固定变体的数值；按大小排序</translation>
    </message>
    <message>
        <source>Measured once on each side: it cannot be told whether they differ</source>
        <translation>两侧各测量一次：无法判断是否不同</translation>
    </message>
    <message>
        <source>Δ run</source>
        <translation>Δ 运行</translation>
    </message>
    <message>
        <source>Run time against the pinned variant&apos;s, by what both are to the program&apos;s own in turns of their own; grey within noise, sorted by its size</source>
        <translation>运行时间与固定变体之比，由两者各自与程序自身轮流测得的比值得出；噪声之内为灰色，按大小排序</translation>
    </message>
    <message>
        <source>Δ kernels</source>
        <translation>Δ 内核</translation>
    </message>
    <message>
        <source>Δ launches</source>
        <translation>Δ 启动</translation>
    </message>
    <message>
        <source>Δ recompile</source>
        <translation>Δ 重新编译</translation>
    </message>
    <message>
        <source>Δ bytes</source>
        <translation>Δ 字节</translation>
    </message>
    <message>
        <source>Δ peak</source>
        <translation>Δ 峰值</translation>
    </message>
    <message>
        <source>Operators of the final graphs outside of kernels. Calls of kernels and of graphs and plumbing (tuples, loads, order) are not counted.</source>
        <translation>最终图中内核之外的算子。对内核与图的调用以及辅助节点（元组、加载、次序）不计入。</translation>
    </message>
    <message>
        <source>Median of one call ± half the distance between the quartiles. Of the program&apos;s own the shortest of its medians beside the variants</source>
        <translation>一次调用的中位数 ± 四分位距的一半。程序自身的一行为它与各变体并排测得的中位数中最短者</translation>
    </message>
    <message>
        <source>Compiled beside</source>
        <translation>并测原版</translation>
    </message>
    <message>
        <source>Median of the program&apos;s own in the same turns: what Run is to be held against, as a machine is faster at one time than at another</source>
        <translation>同一轮次中程序自身的中位数：运行时间应与之相比，因为机器时快时慢</translation>
    </message>
    <message>
        <source>Run time against the program&apos;s own, measured in turn (alpha 0.01): the middle of the ratios of all turns, which need not be that of the two medians</source>
        <translation>相对程序自身的运行时间，轮流测量（alpha 0.01）：取各轮比值的中间值，不一定等于两个中位数之比</translation>
    </message>
    <message>
        <source>Run times are those of this machine&apos;s processor; Ascend is simulated, and a variant is not timed on it.</source>
        <translation>运行时间是本机处理器上的；Ascend 是模拟的，变体不在其上计时。</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>What was decided otherwise than in the program&apos;s own</source>
        <translation>与程序自身的编译不同的决定</translation>
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
    <name>jitscope::kernelpanel::KernelPanel</name>
    <message>
        <source>No fused kernels</source>
        <translation>没有融合内核</translation>
    </message>
    <message>
        <source>Run a script in graph mode at O1 (F5): the code of every fused kernel is shown here.</source>
        <translation>以图模式 O1 运行脚本（F5）：每个融合内核的代码都显示在这里。</translation>
    </message>
    <message>
        <source>Fused kernel</source>
        <translation>融合内核</translation>
    </message>
    <message>
        <source>Loops</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>LLVM IR before its optimizer</source>
        <translation>LLVM 优化器之前的 IR</translation>
    </message>
    <message>
        <source>LLVM IR after its optimizer</source>
        <translation>LLVM 优化器之后的 IR</translation>
    </message>
    <message>
        <source>The recording lacks the graph of this kernel.</source>
        <translation>记录中没有该内核的图。</translation>
    </message>
    <message>
        <source>Making the texts ...</source>
        <translation>正在生成文本……</translation>
    </message>
    <message>
        <source>Making the texts of a kernel</source>
        <translation>正在生成内核文本</translation>
    </message>
    <message>
        <source>One run: %1 flops, %2 bytes read and written, %3 flops per byte. </source>
        <translation>运行一次：%1 次浮点运算，读写 %2 字节，每字节 %3 次运算。</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1 位</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Assembly of this machine</source>
        <translation>本机的汇编</translation>
    </message>
    <message>
        <source>Members of the kernel</source>
        <translation>内核的成员</translation>
    </message>
    <message>
        <source>To the launch before</source>
        <translation>到上一次启动</translation>
    </message>
    <message>
        <source>To the launch after</source>
        <translation>到下一次启动</translation>
    </message>
    <message>
        <source>How far the measuring is</source>
        <translation>测量进度</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>The text at the left</source>
        <translation>左侧的文本</translation>
    </message>
    <message>
        <source>The text at the right</source>
        <translation>右侧的文本</translation>
    </message>
    <message>
        <source>Code of the kernel, at the left</source>
        <translation>内核代码，左侧</translation>
    </message>
    <message>
        <source>Code of the kernel, at the right</source>
        <translation>内核代码，右侧</translation>
    </message>
    <message>
        <source>No launch was recorded. </source>
        <translation>没有记录启动。</translation>
    </message>
    <message numerus="yes">
        <source>%n launch(es), %1. </source>
        <translation>
            <numerusform>%n 次启动，%1。</numerusform>
        </translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Widest vector: %1, registers of %2. Spilled to the stack: %3 stores, %4 reloads, as the compiler marks them in the assembly. </source>
        <translation>最宽向量：%1，寄存器 %2。溢出到栈：%3 次写入，%4 次重新读取，按编译器在汇编中的标记。</translation>
    </message>
    <message>
        <source>Of the %1 instructions of the optimized LLVM IR, %2 are of members, %3 of these with a source line; %4 of no single member. Made for this machine. </source>
        <translation>优化后的 LLVM IR 有 %1 条指令：%2 条属于成员，其中 %3 条有源码行；%4 条不属于单个成员。为本机生成。</translation>
    </message>
    <message>
        <source>Not measured: %1</source>
        <translation>未测量：%1</translation>
    </message>
    <message>
        <source>no launches</source>
        <translation>没有启动</translation>
    </message>
    <message>
        <source>launch %1 of %2</source>
        <translation>第 %1 次启动，共 %2 次</translation>
    </message>
    <message numerus="yes">
        <source>%n launch(es)</source>
        <translation>
            <numerusform>%n 次启动</numerusform>
        </translation>
    </message>
    <message>
        <source>measuring %1</source>
        <translation>正在测量 %1</translation>
    </message>
    <message>
        <source>Measuring a kernel</source>
        <translation>正在测量一个内核</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop measuring</source>
        <translation>停止测量</translation>
    </message>
    <message>
        <source>The program runs: measure when it has ended or stands</source>
        <translation>程序正在运行：请在它结束或停下时测量</translation>
    </message>
    <message>
        <source>Copy the line</source>
        <translation>复制该行</translation>
    </message>
    <message>
        <source>Copy the whole text</source>
        <translation>复制全文</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另外 %1 个</translation>
    </message>
    <message>
        <source>In: %1. Out: %2. </source>
        <translation>输入：%1。输出：%2。</translation>
    </message>
    <message>
        <source>Nothing was fused in what was compiled at O1: What was not fused (Passes) names the reasons.</source>
        <translation>以 O1 编译的内容中没有融合：“未融合的部分”（优化遍面板）列出原因。</translation>
    </message>
    <message>
        <source>Everything was compiled at O0, which makes no kernels: choose Level O1 beside Run and run again (F5), or compile one function at O1 as a variant (menu of a pass or a node, New variant).</source>
        <translation>全部以 O0 编译，不生成融合内核：在“运行”旁选择级别 O1 后再次运行（F5），或将一个函数以 O1 编译为变体（优化遍或节点的菜单，“新变体”）。</translation>
    </message>
    <message>
        <source>Measured: %1 samples in %2 s, one each %3 µs of processor time, of %4 runs on one thread, %5; %6 a run. </source>
        <translation>测量：%2 秒内 %1 个采样，每 %3 µs 处理器时间一个，单线程运行 %4 次，%5；每次运行 %6。</translation>
    </message>
    <message>
        <source>A first launch waits for memory; later ones take less. </source>
        <translation>首次启动要等待内存；之后的启动更快。</translation>
    </message>
    <message>
        <source>Run again and again, it finds its values in the caches; a launch of the program need not. </source>
        <translation>反复运行时，它的值都在缓存中；程序中的启动则未必。</translation>
    </message>
    <message>
        <source>Only %1 of them met the kernel&apos;s own code: too few for the lines. </source>
        <translation>其中只有 %1 个落在内核自身的代码中：不足以说明各行。</translation>
    </message>
    <message>
        <source>%1 of them in the kernel&apos;s own code; the processor waits behind what is slow, or where its result is needed. </source>
        <translation>其中 %1 个在内核自身的代码中；处理器在慢指令之后、或需要其结果之处等待。</translation>
    </message>
    <message>
        <source>What its members cost is not known: nothing can stand in their place, or it runs too long for that.</source>
        <translation>无法得知各成员的代价：没有可替代它们的东西，或运行时间过长。</translation>
    </message>
    <message>
        <source>Run in turn without each member (%1 rounds, noise %2 %): </source>
        <translation>轮流运行去掉各成员后的内核（%1 轮，噪声 %2 %）：</translation>
    </message>
    <message>
        <source>no single one is felt.</source>
        <translation>没有任何一个成员的影响可察觉。</translation>
    </message>
    <message>
        <source>most is saved without [%1] %2: %3.</source>
        <translation>去掉 [%1] %2 节省最多：%3。</translation>
    </message>
    <message>
        <source>Run this kernel for two seconds on a thread of its own: where its code waits, and how much less it takes without each member</source>
        <translation>在自己的线程上运行此内核两秒：其代码在何处等待，以及去掉每个成员后少用多少时间</translation>
    </message>
</context>
<context>
    <name>jitscope::advicepanel::AdvicePanel</name>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>The rank or device whose idle time is shown</source>
        <translation>显示哪个 rank 或设备的空闲时间</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>显示内容</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Gaps in which the device had nothing to do</source>
        <translation>设备无事可做的间隙</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>What could be done, with its evidence</source>
        <translation>可以做什么，及其证据</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Which node of an open graph each kernel is</source>
        <translation>每个内核对应已打开图的哪个节点</translation>
    </message>
    <message>
        <source>Looking for idle time and its causes…</source>
        <translation>正在查找空闲时间及其原因…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Choose the rank again to look for its idle time.</source>
        <translation>重新选择 rank 即可查找其空闲时间。</translation>
    </message>
    <message>
        <source>Free: no task of any stream works and no collective runs. Waiting: a collective runs, but none of its transfers, and nothing else works; where a level records no such tasks, by the profiler's table of communication, else not known. Waits for events, records and placeholders are no work. All from the first task or collective to the last.</source>
        <translation>空闲：任何流都没有任务在工作，也没有集合通信在运行。等待：集合通信在运行但没有传输，也没有其他工作。等待事件、记录事件和占位任务不算工作。均从第一个任务或集合通信到最后一个。</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Idle gaps</source>
        <translation>空闲间隙</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Kernels and their nodes</source>
        <translation>内核及其节点</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>No timeline yet</source>
        <translation>还没有时间线</translation>
    </message>
    <message>
        <source>No device in this timeline</source>
        <translation>此时间线中没有设备</translation>
    </message>
    <message>
        <source>Open a profiler&apos;s folder or a trace, or run a script for the simulated device.</source>
        <translation>打开性能数据文件夹或轨迹，或为模拟设备运行脚本。</translation>
    </message>
    <message>
        <source>Idle time needs lanes of a device (streams or communication); this one has only lanes of the host.</source>
        <translation>空闲时间需要设备泳道（流或通信）；此时间线只有主机泳道。</translation>
    </message>
    <message>
        <source>Idle time</source>
        <translation>空闲时间</translation>
    </message>
    <message numerus="yes">
        <source>%1: of %2, %3 free (%4), %5; %n gap(s).</source>
        <translation>
            <numerusform>%1：%2 中空闲 %3（%4），%5；%n 个间隙。</numerusform>
        </translation>
    </message>
    <message>
        <source>The device was never idle for 1 us or longer.</source>
        <translation>设备没有 1 us 或更长的空闲。</translation>
    </message>
    <message numerus="yes">
        <source>%n check(s) found nothing.</source>
        <translation>
            <numerusform>%n 项检查未发现问题。</numerusform>
        </translation>
    </message>
    <message>
        <source>Not checked, as the profile lacks their tables: %1.</source>
        <translation>由于性能数据缺少相应的表而未检查：%1。</translation>
    </message>
    <message>
        <source>This profile has no table of kernels (kernel_details.csv or a database).</source>
        <translation>此性能数据没有内核表（kernel_details.csv 或数据库）。</translation>
    </message>
    <message>
        <source>No graph is open. Open the IR dumps of the same program together with the profile; full names of nodes then lead from kernels to graphs.</source>
        <translation>未打开图。请把同一程序的 IR 转储 与性能数据一起打开；节点全名即可把内核对应到图。</translation>
    </message>
    <message>
        <source>Of %1 kernels, the node of %2 is certain, of %3 likely, of %4 possible; %5 have none. Return opens the node in the graph.</source>
        <translation>%1 个内核中，节点确定的 %2 个，很可能的 %3 个，可能的 %4 个；%5 个没有对应。按 Enter 在图中打开节点。</translation>
    </message>
    <message>
        <source>In %1.</source>
        <translation>位于 %1。</translation>
    </message>
    <message>
        <source>Certainty: %1 (%2 of the gap).</source>
        <translation>确定程度：%1（间隙的 %2）。</translation>
    </message>
    <message numerus="yes">
        <source>Rows: %n of table %1.</source>
        <translation>
            <numerusform>表 %1 的 %n 行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Of the time from the device&apos;s first task to its last</source>
        <translation>占设备从第一个任务到最后一个任务的时间的比例</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>From the first event of the trace</source>
        <translation>距轨迹的第一个事件</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生了什么</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Certainty</source>
        <translation>确定程度</translation>
    </message>
    <message>
        <source>Certain: flows or waits cover at least 80 % of the gap. Likely: at least 50 %. Possible: less, or no flow says so and only the time agrees.</source>
        <translation>确定：连线或等待覆盖至少 80 % 的间隙。很可能：至少 50 %。可能：更少，或没有连线表明、只是时间一致。</translation>
    </message>
    <message>
        <source>At stake</source>
        <translation>涉及时间</translation>
    </message>
    <message>
        <source>Time that the finding is about: no more than this can be won</source>
        <translation>该发现涉及的时间：最多能节省这么多</translation>
    </message>
    <message>
        <source>Told</source>
        <translation>报告条件</translation>
    </message>
    <message>
        <source>From which value on this is told, and where that limit is from</source>
        <translation>从哪个值起报告，以及该界限的来源</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>如何处理</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Certain: the node&apos;s full name stands in the kernel&apos;s. Likely: as many kernels of that type and these shapes in a step as nodes in the graphs, taken in order. Possible: the same by type alone.</source>
        <translation>确定：内核名称中含有节点全名。很可能：一个 step 中该类型和形状的内核数与图中的节点数相同，按顺序对应。可能：仅按类型同样对应。</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Graph node</source>
        <translation>图节点</translation>
    </message>
    <message>
        <source>How it is known, or why not</source>
        <translation>依据，或没有对应的原因</translation>
    </message>
    <message>
        <source>waiting for other ranks not known (no lane of communication)</source>
        <translation>是否等待其他 rank 未知（没有通信泳道）</translation>
    </message>
    <message>
        <source>waiting for other ranks not known (%1 in collectives without tasks or a table)</source>
        <translation>是否等待其他 rank 未知（%1 处于没有任务也没有表的集合通信中）</translation>
    </message>
    <message>
        <source>at least %1 waiting for other ranks (%2, of %3 more not known)</source>
        <translation>至少 %1 在等待其他 rank（%2，另有 %3 未知）</translation>
    </message>
    <message>
        <source>at least %1 waiting for other ranks (%2)</source>
        <translation>至少 %1 在等待其他 rank（%2）</translation>
    </message>
    <message>
        <source>%1 waiting for other ranks (%2)</source>
        <translation>%1 在等待其他 rank（%2）</translation>
    </message>
    <message>
        <source>Not known: %1 (%2).</source>
        <translation>未知：%1（%2）。</translation>
    </message>
    <message>
        <source>Of the first %1 kernels, the node of %2 is certain, of %3 likely, of %4 possible; %5 have none. Return opens the node in the graph.</source>
        <translation>在前 %1 个 kernel 中，%2 个的节点确定，%3 个很可能，%4 个可能；%5 个没有。按回车在图中打开该节点。</translation>
    </message>
    <message>
        <source>no collective runs</source>
        <translation>没有集合通信在运行</translation>
    </message>
</context>
<context>
    <name>jitscope::tensorview::AxisBoxes</name>
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
    <name>jitscope::editorpanel::BreakpointEditor</name>
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
    <name>jitscope::breakpointspanel::BreakpointModel</name>
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
    <name>jitscope::breakpointspanel::BreakpointsPanel</name>
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
    <name>jitscope::callstackpanel::CallstackPanel</name>
    <message>
        <source>%1 (compiled)</source>
        <translation>%1（已编译）</translation>
    </message>
    <message>
        <source>It runs as a compiled graph: no Python names. Its node is in Values.</source>
        <translation>它以编译图运行，没有 Python 名称。其节点见“数值”面板。</translation>
    </message>
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
    <name>jitscope::editorpanel::CodeEditor</name>
    <message>
        <source>%1 failed</source>
        <translation>%1 次失败</translation>
    </message>
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
    <name>jitscope::communicationpanel::CommunicationPanel</name>
    <message>
        <source>Bandwidth (GB/s)</source>
        <translation>带宽 (GB/s)</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Bandwidth by size of packets</source>
        <translation>按包大小的带宽</translation>
    </message>
    <message>
        <source>Time in communication</source>
        <translation>通信耗时</translation>
    </message>
    <message>
        <source>Communication operators</source>
        <translation>通信算子</translation>
    </message>
    <message>
        <source>What moved between ranks</source>
        <translation>rank 之间传输的数据</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>显示内容</translation>
    </message>
    <message>
        <source>By rank</source>
        <translation>按 rank</translation>
    </message>
    <message>
        <source>How each rank spent its time in communication</source>
        <translation>各 rank 的通信时间分布</translation>
    </message>
    <message>
        <source>By operator</source>
        <translation>按算子</translation>
    </message>
    <message>
        <source>The same for each operator</source>
        <translation>每个算子的时间分布</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>What moved from which rank to which</source>
        <translation>哪个 rank 向哪个 rank 传输了什么</translation>
    </message>
    <message>
        <source>Packets</source>
        <translation>数据包</translation>
    </message>
    <message>
        <source>Bandwidth by size of the transfers</source>
        <translation>按传输大小的带宽</translation>
    </message>
    <message>
        <source>Communication group</source>
        <translation>通信组</translation>
    </message>
    <message>
        <source>Kind of link</source>
        <translation>链路类型</translation>
    </message>
    <message>
        <source>Figure in the matrix</source>
        <translation>矩阵中的指标</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>No profile is open</source>
        <translation>未打开性能数据</translation>
    </message>
    <message>
        <source>Open the folders that a profiler wrote for the ranks of a run: how they communicated is told here.</source>
        <translation>打开性能分析器为一次运行的各 rank 写出的文件夹：这里会说明它们如何通信。</translation>
    </message>
    <message>
        <source>Comparing ranks</source>
        <translation>正在比较 rank</translation>
    </message>
    <message>
        <source>This profile tells nothing of communication</source>
        <translation>此性能数据没有通信信息</translation>
    </message>
    <message>
        <source>It comes from %1. A run on one rank has none.</source>
        <translation>它来自 %1。单 rank 运行没有此文件。</translation>
    </message>
    <message>
        <source>all groups</source>
        <translation>全部组</translation>
    </message>
    <message>
        <source>Summing up</source>
        <translation>正在汇总</translation>
    </message>
    <message>
        <source>No matrix: %1 was not found, or nothing moved over this kind of link.</source>
        <translation>没有矩阵：未找到 %1，或此类链路上没有传输。</translation>
    </message>
    <message>
        <source>The timeline has no slice for this operator</source>
        <translation>时间线中没有此算子的切片</translation>
    </message>
    <message>
        <source>Which rank of group %1 makes others wait is not known: it has at least %2 ranks, and %3 are open.</source>
        <translation>组 %1 中哪个 rank 使其他 rank 等待未知：它至少有 %2 个 rank，其中 %3 个已打开。</translation>
    </message>
    <message>
        <source>Which rank of group %1 makes others wait is not known: ranks %2 are not open.</source>
        <translation>组 %1 中哪个 rank 使其他 rank 等待未知：rank %2 未打开。</translation>
    </message>
    <message>
        <source>%1 (ranks %2)</source>
        <translation>%1（rank %2）</translation>
    </message>
    <message>
        <source>%1 GB/s are usual for %2</source>
        <translation>%2 通常为 %1 GB/s</translation>
    </message>
    <message>
        <source>%1 to %2 over %3: %4 in %5, %6 GB/s</source>
        <translation>%1 到 %2，经 %3：%4，耗时 %5，%6 GB/s</translation>
    </message>
    <message numerus="yes">
        <source>%n group(s) left out, of which not all ranks are open: choose one to see it.</source>
        <translation>
            <numerusform>略去 %n 个未打开全部 rank 的组：选择一个即可查看。</numerusform>
        </translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>No rank makes others wait noticeably, and no link is slow.</source>
        <translation>没有 rank 明显使其他 rank 等待，也没有慢链路。</translation>
    </message>
    <message>
        <source>Other waiting</source>
        <translation>其他等待</translation>
    </message>
    <message>
        <source>Places in the group: which ranks they are is not known, for not all of them are open.</source>
        <translation>组内位置：由于未打开全部 rank，不知道各是哪个 rank。</translation>
    </message>
    <message>
        <source>Rank %1 makes the others of group %2 wait: over %3 operators it waited %4 itself, the others %5 (median); in %6 of them no rank waited less.</source>
        <translation>Rank %1 使组 %2 的其他 rank 等待：%3 个算子中它自己等待 %4，其他为 %5（中位数）；其中 %6 个算子没有 rank 等待得更少。</translation>
    </message>
    <message>
        <source>Synchronization</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>The link from %1 to %2 (%3, group %4) is slow: %5 GB/s over %6; %7.</source>
        <translation>从 %1 到 %2 的链路（%3，组 %4）慢：%6 中为 %5 GB/s；%7。</translation>
    </message>
    <message>
        <source>Transit</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Which rank is slow cannot be told: only one rank of each group is open. Open the folders of the others together with this one.</source>
        <translation>无法判断哪个 rank 慢：每个组只打开了一个 rank。请把其他 rank 的文件夹与此文件夹一起打开。</translation>
    </message>
    <message>
        <source>data moves, on the one plane that the producer looks at</source>
        <translation>在性能分析器所看的那个 plane 上，数据在传输</translation>
    </message>
    <message>
        <source>neither, on that plane: others may move data, see the links</source>
        <translation>在该 plane 上既不传输也不等待：其他 plane 可能在传输，见链路</translation>
    </message>
    <message>
        <source>place %1</source>
        <translation>位置 %1</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>the median here is %1 GB/s</source>
        <translation>此处中位数为 %1 GB/s</translation>
    </message>
    <message>
        <source>waiting before the first transfer: for ranks that come late</source>
        <translation>第一次传输之前的等待：等待晚到的 rank</translation>
    </message>
    <message>
        <source>waiting for other ranks between transfers</source>
        <translation>传输之间等待其他 rank</translation>
    </message>
</context>
<context>
    <name>jitscope::valuespanel::CompareBar</name>
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
    <name>jitscope::comparisonpanel::ComparisonPanel</name>
    <message>
        <source>yes (p = %1)</source>
        <translation>是（p = %1）</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Tasks A</source>
        <translation>A 任务数</translation>
    </message>
    <message>
        <source>Tasks B</source>
        <translation>B 任务数</translation>
    </message>
    <message>
        <source>Time A</source>
        <translation>A 耗时</translation>
    </message>
    <message>
        <source>Time B</source>
        <translation>B 耗时</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Step</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>The side that is compared with</source>
        <translation>作为比较基准的一侧</translation>
    </message>
    <message>
        <source>The side that may be slower or faster</source>
        <translation>可能变慢或变快的一侧</translation>
    </message>
    <message>
        <source>Other file…</source>
        <translation>其他文件…</translation>
    </message>
    <message>
        <source>Opens another profile or trace, to compare with the ranks of this one</source>
        <translation>打开另一份性能数据或轨迹，与当前的 rank 比较</translation>
    </message>
    <message>
        <source>Which differences</source>
        <translation>哪些差异</translation>
    </message>
    <message>
        <source>Which differences are listed</source>
        <translation>列出哪些差异</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>比较什么</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Single tasks that differ</source>
        <translation>有差异的单个任务</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Sums by type of operator</source>
        <translation>按算子类型汇总</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Step</translation>
    </message>
    <message>
        <source>Sums by step of the training loop</source>
        <translation>按训练 step 汇总</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Sums by collective</source>
        <translation>按集合通信汇总</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Which rank makes the others wait, of all in the session</source>
        <translation>会话的所有 rank 中，哪个 rank 使其他 rank 等待</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Ends the comparison</source>
        <translation>结束比较</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Choose a side again to compare.</source>
        <translation>重新选择一侧即可比较。</translation>
    </message>
    <message>
        <source>Tasks that differ</source>
        <translation>有差异的任务</translation>
    </message>
    <message>
        <source>Sums by type</source>
        <translation>按类型汇总</translation>
    </message>
    <message>
        <source>Sums by step</source>
        <translation>按 step 汇总</translation>
    </message>
    <message>
        <source>Ranks by what they made others wait</source>
        <translation>按造成的等待排列的 rank</translation>
    </message>
    <message>
        <source>Open another trace to compare with</source>
        <translation>打开另一个轨迹进行比较</translation>
    </message>
    <message>
        <source>Traces and profiles (*.json *.db *.jitscope *.csv);;All (*)</source>
        <translation>轨迹和性能数据 (*.json *.db *.jitscope *.csv);;全部 (*)</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <source>%1 has no lanes of a device.</source>
        <translation>%1 没有设备泳道。</translation>
    </message>
    <message>
        <source>No lanes of a device</source>
        <translation>没有设备泳道</translation>
    </message>
    <message>
        <source>One rank alone</source>
        <translation>只有一个 rank</translation>
    </message>
    <message>
        <source>Open a profiler&apos;s folder or a trace with device lanes; then choose another file or rank to compare with.</source>
        <translation>打开性能数据文件夹或含设备泳道的轨迹；再选择另一个文件或 rank 进行比较。</translation>
    </message>
    <message>
        <source>Choose &quot;Other file…&quot; to compare with, or open several ranks at once.</source>
        <translation>选择“其他文件…”进行比较，或同时打开多个 rank。</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>正在比较</translation>
    </message>
    <message>
        <source>%1 tasks against %2, %3 matched: %4 slower, %5 faster, %6 missing, %7 new, %8 moved.</source>
        <translation>%1 个任务对 %2 个，匹配 %3 个：%4 个变慢，%5 个变快，%6 个缺失，%7 个新增，%8 个移动。</translation>
    </message>
    <message>
        <source>Their durations sum up to %1 and %2; from the first to the last it is %3 and %4.</source>
        <translation>时长合计为 %1 和 %2；从第一个到最后一个为 %3 和 %4。</translation>
    </message>
    <message>
        <source>Rank %1 makes the others wait: it comes last to %2 of %3 collectives and costs them %4.</source>
        <translation>Rank %1 使其他 rank 等待：它在 %3 个集合通信中有 %2 个最后到达，使其他 rank 共等待 %4。</translation>
    </message>
    <message>
        <source>outside of steps</source>
        <translation>不在 step 内</translation>
    </message>
    <message>
        <source>That task is in the other file only.</source>
        <translation>该任务只在另一个文件中。</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Duration on side B less that on side A; sorted by its size</source>
        <translation>B 侧时长减 A 侧时长；按绝对值排序</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Slower and faster: by 8 times the usual scatter of such differences, 10 % and 1 us; or all tasks of that kind together by a paired t-test at 1 % over all kinds. Missing: only on side A. New: only on side B. Moved: the same task at another place.</source>
        <translation>变慢和变快：超过此类差异通常离散程度的 8 倍、10 % 和 1 us；或同类任务整体经配对 t 检验（所有类别合计 1 % 水平）。缺失：只在 A 侧。新增：只在 B 侧。移动：同一任务位于另一处。</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Duration on side A</source>
        <translation>A 侧的时长</translation>
    </message>
    <message>
        <source>Duration on side B</source>
        <translation>B 侧的时长</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Matched by</source>
        <translation>匹配依据</translation>
    </message>
    <message>
        <source>Certainty</source>
        <translation>确定程度</translation>
    </message>
    <message>
        <source>Of the match: certain by operator, node or full name; likely by type, shapes and order; possible for what stands elsewhere</source>
        <translation>匹配的确定程度：按算子、节点或全名为确定；按类型、形状和顺序为很可能；位于其他位置的为可能</translation>
    </message>
    <message>
        <source>Sum of durations on side B less that on side A; sorted by its size</source>
        <translation>B 侧时长合计减 A 侧时长合计；按绝对值排序</translation>
    </message>
    <message>
        <source>Significant</source>
        <translation>显著</translation>
    </message>
    <message>
        <source>Paired t-test of the logarithms of matched durations: below 1 % divided by the number of rows, and more than 2 % in the mean</source>
        <translation>对匹配时长的对数做配对 t 检验：低于 1 % 除以行数，且平均超过 2 %</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Made others wait</source>
        <translation>造成的等待</translation>
    </message>
    <message>
        <source>Of a collective, the rank that is in it for the shortest time came last; the surplus of the others is their waiting. Needs no common clock.</source>
        <translation>在一次集合通信中，停留时间最短的 rank 最后到达；其他 rank 多出的时间即其等待。不需要共同的时钟。</translation>
    </message>
    <message>
        <source>Came last</source>
        <translation>最后到达</translation>
    </message>
    <message>
        <source>That other ranks have too</source>
        <translation>其他 rank 也有的集合通信</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>In collectives</source>
        <translation>集合通信中</translation>
    </message>
    <message>
        <source>Too few ranks with lanes of a device</source>
        <translation>有设备泳道的 rank 太少</translation>
    </message>
    <message>
        <source>Nothing but tables was written for these ranks: %1. Communication and Statistics show them beside each other; their tasks could be compared with a trace_view.json or kernel_details.csv of each.</source>
        <translation>以下 rank 只写出了表格：%1。“通信”和“统计”面板会并列显示它们；若各有 trace_view.json 或 kernel_details.csv，就可以比较其任务。</translation>
    </message>
    <message>
        <source>Which rank makes others wait is not known: %1.</source>
        <translation>哪个 rank 使其他 rank 等待未知：%1。</translation>
    </message>
</context>
<context>
    <name>jitscope::consolepanel::ConsolePanel</name>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
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
    <message>
        <source>wrap</source>
        <translation>换行</translation>
    </message>
    <message>
        <source>Go on below with lines that are too long</source>
        <translation>过长的行在下面继续显示</translation>
    </message>
    <message>
        <source>save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save all that was printed, also lines that are no longer shown</source>
        <translation>保存全部打印内容，包括不再显示的行</translation>
    </message>
    <message>
        <source>Save what was printed</source>
        <translation>保存打印的内容</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
    <message>
        <source>Texts (*.txt)</source>
        <translation>文本 (*.txt)</translation>
    </message>
</context>
<context>
    <name>jitscope::consolepanel::ConsoleView</name>
    <message>
        <source>Console</source>
        <translation>控制台</translation>
    </message>
    <message numerus="yes">
        <source>[%n line(s) not shown here]</source>
        <translation>
            <numerusform>[此处有 %n 行未显示]</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>[%n earlier line(s) not kept here]</source>
        <translation>
            <numerusform>[此处未保留更早的 %n 行]</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::charts::CurveView</name>
    <message>
        <source>%1 (peak %2)</source>
        <translation>%1（峰值 %2）</translation>
    </message>
</context>
<context>
    <name>jitscope::models::DataTableView</name>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Export as CSV…</source>
        <translation>导出为 CSV…</translation>
    </message>
    <message>
        <source>Sorting %L1 rows</source>
        <translation>正在对 %L1 行排序</translation>
    </message>
    <message>
        <source>… and %L1 more rows</source>
        <translation>… 另有 %L1 行</translation>
    </message>
    <message>
        <source>There is no table to write.</source>
        <translation>没有可写出的表。</translation>
    </message>
    <message>
        <source>Export as CSV</source>
        <translation>导出为 CSV</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>正在写入 %1</translation>
    </message>
    <message>
        <source>Columns…</source>
        <translation>列…</translation>
    </message>
</context>
<context>
    <name>jitscope::devicemodelpanel::DeviceModelPanel</name>
    <message>
        <source>Device model</source>
        <translation>设备模型</translation>
    </message>
    <message>
        <source>Use for runs</source>
        <translation>用于运行</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Values and their sources</source>
        <translation>数值及其来源</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>拟合</translation>
    </message>
    <message>
        <source>Predicted against measured kernels</source>
        <translation>内核的预测值与实测值</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Used for runs</source>
        <translation>已用于运行</translation>
    </message>
    <message>
        <source>Simulated runs that begin from now on take this model (device: Ascend)</source>
        <translation>此后开始的模拟运行采用此模型（设备：Ascend）</translation>
    </message>
    <message>
        <source>How the error was measured: </source>
        <translation>误差的测量方法：</translation>
    </message>
    <message>
        <source>Simulated runs take %1 from now on</source>
        <translation>此后的模拟运行采用 %1</translation>
    </message>
</context>
<context>
    <name>jitscope::shell::Dialogs</name>
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
</context>
<context>
    <name>jitscope::shell::Dock</name>
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
    <name>jitscope::shell::DockTab</name>
    <message>
        <source>Panel %1</source>
        <translation>面板 %1</translation>
    </message>
</context>
<context>
    <name>jitscope::shell::DockTitleBar</name>
    <message>
        <source>Panels without room for a tab</source>
        <translation>没有位置显示标签的面板</translation>
    </message>
    <message>
        <source>Controls of panel %1</source>
        <translation>面板 %1 的控件</translation>
    </message>
    <message>
        <source>Put back into the window</source>
        <translation>放回窗口</translation>
    </message>
    <message>
        <source>Move, detach or close this panel</source>
        <translation>移动、分离或关闭此面板</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Options of panel %1</source>
        <translation>面板 %1 的选项</translation>
    </message>
</context>
<context>
    <name>jitscope::editorpanel::EditorPanel</name>
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
    <message>
        <source>Show what is wrong with this script</source>
        <translation>显示此脚本的问题</translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n 个问题</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is known to be wrong with this script.</source>
        <translation>未发现此脚本有问题。</translation>
    </message>
    <message>
        <source>Put the cursor on a name to rename it.</source>
        <translation>把光标放在要重命名的名称上。</translation>
    </message>
    <message numerus="yes">
        <source>Renamed in %n place(s)</source>
        <translation>
            <numerusform>已在 %n 处重命名</numerusform>
        </translation>
    </message>
    <message>
        <source>This text was recorded and cannot be changed.</source>
        <translation>此文本来自记录，不能修改。</translation>
    </message>
    <message numerus="yes">
        <source>%n replaced</source>
        <translation>
            <numerusform>已替换 %n 处</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::valuespanel::ElementBar</name>
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
    <name>jitscope::sdk::ElidedLabel</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>jitscope::eventspanel::EventColumns</name>
    <message>
        <source>Columns as at first</source>
        <translation>恢复默认列</translation>
    </message>
</context>
<context>
    <name>jitscope::eventspanel::EventFilterBar</name>
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
    <name>jitscope::eventspanel::EventFindBar</name>
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
    <name>jitscope::eventspanel::EventModel</name>
    <message>
        <source>%1, %2 failed</source>
        <translation>%1，其中 %2 个失败</translation>
    </message>
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
        <source>Wall time</source>
        <translation>墙钟时间</translation>
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
    <name>jitscope::eventspanel::EventsPanel</name>
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
    <name>jitscope::sdk::FilterEdit</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>jitscope::editorpanel::FindBar</name>
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
    <message>
        <source>Replace with</source>
        <translation>替换为</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>全字匹配</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Replace this match and go to the next</source>
        <translation>替换此处并转到下一处</translation>
    </message>
    <message>
        <source>Replace all</source>
        <translation>全部替换</translation>
    </message>
    <message>
        <source>Replace all matches; one undo takes it back</source>
        <translation>替换所有匹配；一次撤销即可恢复</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 处，共 %2 处</translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n 处匹配</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::shell::Finder</name>
    <message>
        <source>Nothing fits.</source>
        <translation>没有匹配项。</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
</context>
<context>
    <name>jitscope::devicemodelpanel::FitPage</name>
    <message>
        <source>Matrix products</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>Vector</source>
        <translation>Vector</translation>
    </message>
    <message>
        <source>Mixed cores</source>
        <translation>混合核</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Sum of the kernels&apos; durations in the profile.</source>
        <translation>性能数据中各内核时长之和。</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Half of the kernels are predicted with a smaller error: |predicted − measured| / measured.</source>
        <translation>一半内核的预测误差小于此值：|预测 − 实测| / 实测。</translation>
    </message>
    <message>
        <source>p90</source>
        <translation>p90</translation>
    </message>
    <message>
        <source>Nine of ten kernels are predicted with a smaller error.</source>
        <translation>十分之九的内核的预测误差小于此值。</translation>
    </message>
    <message>
        <source>Re-fitted</source>
        <translation>重新拟合</translation>
    </message>
    <message>
        <source>Median error of the fitted model on the kernels that it was fitted to.</source>
        <translation>拟合后的模型对用于拟合的内核的误差中位数。</translation>
    </message>
    <message>
        <source>Held out</source>
        <translation>留出验证</translation>
    </message>
    <message>
        <source>Median error of a fit on shapes that it did not see: what to expect of other programs.</source>
        <translation>对拟合时未见过的形状的误差中位数：对其他程序可预期的误差。</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Above zero: predicted too long.</source>
        <translation>大于零：预测偏长。</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Errors by type</source>
        <translation>各类型的误差</translation>
    </message>
    <message>
        <source>Kernels that are predicted worst</source>
        <translation>预测最差的内核</translation>
    </message>
    <message>
        <source>By type</source>
        <translation>按类型</translation>
    </message>
    <message>
        <source>Worst kernels</source>
        <translation>最差内核</translation>
    </message>
    <message>
        <source>No real kernels to compare with</source>
        <translation>没有可比较的真实内核</translation>
    </message>
    <message>
        <source>Open a profile of a real run, or a kernel_details.csv with shapes (recorded with level 1 or 2), and the model&apos;s prediction stands beside every kernel.</source>
        <translation>打开一次真实运行的性能数据，或带形状的 kernel_details.csv（以 level 1 或 2 采集），每个内核旁会显示模型的预测值。</translation>
    </message>
    <message>
        <source>Profile with the measured kernels</source>
        <translation>含实测内核的性能数据</translation>
    </message>
    <message>
        <source>Open kernels…</source>
        <translation>打开内核数据…</translation>
    </message>
    <message>
        <source>Read a kernel_details.csv of a real run</source>
        <translation>读取一次真实运行的 kernel_details.csv</translation>
    </message>
    <message>
        <source>Re-fit</source>
        <translation>重新拟合</translation>
    </message>
    <message>
        <source>Fit launch times, efficiencies and bandwidths to these kernels</source>
        <translation>用这些内核拟合启动时间、效率和带宽</translation>
    </message>
    <message>
        <source>Save as model…</source>
        <translation>另存为模型…</translation>
    </message>
    <message>
        <source>Keep the fitted parameters as a device model of your own</source>
        <translation>把拟合的参数保存为自己的设备模型</translation>
    </message>
    <message>
        <source>Reading kernels</source>
        <translation>正在读取内核</translation>
    </message>
    <message>
        <source>%1 has no kernels of a real run.</source>
        <translation>%1 没有真实运行的内核。</translation>
    </message>
    <message>
        <source>Predicting kernels</source>
        <translation>正在预测内核</translation>
    </message>
    <message>
        <source>Fitting the model</source>
        <translation>正在拟合模型</translation>
    </message>
    <message>
        <source>No kernel of %1 has shapes, without which nothing can be predicted: record with level 1 or 2 and record_shapes.</source>
        <translation>%1 的内核都没有形状，无法预测：请以 level 1 或 2 并开启 record_shapes 采集。</translation>
    </message>
    <message>
        <source>%1: %2 kernels of %3 shapes; %4 rows without shapes, %5 on other units are left out</source>
        <translation>%1：%2 个内核，%3 种形状；略去 %4 行无形状的和 %5 行其他单元上的</translation>
    </message>
    <message>
        <source>%1 %2: measured %3, predicted %4</source>
        <translation>%1 %2：实测 %3，预测 %4</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>已另存为 %1</translation>
    </message>
    <message>
        <source>Open kernels of a real run</source>
        <translation>打开真实运行的内核数据</translation>
    </message>
    <message>
        <source>Kernels (kernel_details*.csv op_summary*.csv);;All files (*)</source>
        <translation>内核 (kernel_details*.csv op_summary*.csv);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Save as model</source>
        <translation>另存为模型</translation>
    </message>
    <message>
        <source>Name of the device model:</source>
        <translation>设备模型的名称：</translation>
    </message>
    <message>
        <source>My %1</source>
        <translation>我的 %1</translation>
    </message>
</context>
<context>
    <name>jitscope::models::FrameSource</name>
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
    <name>jitscope::graphpanel::GraphPanel</name>
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
    <message>
        <source>Show what is in it</source>
        <translation>显示其内容</translation>
    </message>
    <message>
        <source>Zoom in	+</source>
        <translation>放大	+</translation>
    </message>
    <message>
        <source>Zoom out	-</source>
        <translation>缩小	-</translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Copy as picture</source>
        <translation>复制为图片</translation>
    </message>
</context>
<context>
    <name>jitscope::graphview::GraphView</name>
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
    <message>
        <source>Arrow keys walk along the edges, with Shift they choose several, Ctrl+Space keeps a node chosen, + and − open and close, Space shows all, Ctrl+F finds</source>
        <translation>方向键沿边移动，按住 Shift 可多选，Ctrl+空格 使节点保持选中，+ 和 − 展开与折叠，空格 显示全部，Ctrl+F 查找</translation>
    </message>
</context>
<context>
    <name>jitscope::graphview::GraphvizLayout</name>
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
    <name>jitscope::guidepanel::GuidePanel</name>
    <message>
        <source>Show the contents</source>
        <translation>显示目录</translation>
    </message>
    <message>
        <source>Back (Alt+Left)</source>
        <translation>后退 (Alt+Left)</translation>
    </message>
    <message>
        <source>Forward (Alt+Right)</source>
        <translation>前进 (Alt+Right)</translation>
    </message>
    <message>
        <source>Search the guide</source>
        <translation>搜索指南</translation>
    </message>
    <message>
        <source>Contents of the guide</source>
        <translation>指南目录</translation>
    </message>
    <message>
        <source>Where the words stand</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>No page has these words.</source>
        <translation>没有页面包含这些词。</translation>
    </message>
</context>
<context>
    <name>jitscope::HealthBar</name>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n 个元素</numerusform>
        </translation>
    </message>
    <message>
        <source>+infinity</source>
        <translation>正无穷</translation>
    </message>
    <message>
        <source>-infinity</source>
        <translation>负无穷</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>negative</source>
        <translation>负</translation>
    </message>
    <message>
        <source>positive</source>
        <translation>正</translation>
    </message>
    <message>
        <source>zero</source>
        <translation>零</translation>
    </message>
</context>
<context>
    <name>jitscope::sdk::HealthCache</name>
    <message>
        <source>Values at a glance</source>
        <translation>数值概况</translation>
    </message>
</context>
<context>
    <name>jitscope::charts::HeatMatrix</name>
    <message>
        <source>to …</source>
        <translation>到 …</translation>
    </message>
    <message>
        <source>from …</source>
        <translation>从 …</translation>
    </message>
</context>
<context>
    <name>jitscope::tensorview::HeatView</name>
    <message>
        <source>Heat map of the values</source>
        <translation>数值热力图</translation>
    </message>
</context>
<context>
    <name>jitscope::kerneldetailspanel::HotSpotView</name>
    <message>
        <source>Cycles</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>Cycles from issue to end, added up over all times it was executed</source>
        <translation>从发射到结束的周期，所有执行次数累加</translation>
    </message>
    <message>
        <source>Executed</source>
        <translation>执行次数</translation>
    </message>
    <message>
        <source>How many times instructions were executed</source>
        <translation>指令执行了多少次</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Moved to or from global memory</source>
        <translation>与全局内存之间的传输量</translation>
    </message>
    <message>
        <source>L2 hits</source>
        <translation>L2 命中</translation>
    </message>
    <message>
        <source>Share of accesses to the L2 cache that hit; the best of all cores</source>
        <translation>L2 缓存访问的命中率；取各核中最高者</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源码</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Pipe</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Core</source>
        <translation>核</translation>
    </message>
    <message>
        <source>Core whose instructions are counted</source>
        <translation>统计哪个核的指令</translation>
    </message>
    <message>
        <source>Source lines</source>
        <translation>源码行</translation>
    </message>
    <message>
        <source>Source lines by cost</source>
        <translation>按开销排列的源码行</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Shows the instructions of all lines again</source>
        <translation>重新显示所有行的指令</translation>
    </message>
    <message>
        <source>Instructions by cost</source>
        <translation>按开销排列的指令</translation>
    </message>
    <message>
        <source>all, added up</source>
        <translation>全部，累加</translation>
    </message>
    <message>
        <source>counting…</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>Counting instructions</source>
        <translation>正在统计指令</translation>
    </message>
    <message>
        <source>No source lines: the kernel was built without line numbers (-g), or only logs were read</source>
        <translation>没有源码行：内核编译时未带行号 (-g)，或只读取了日志</translation>
    </message>
    <message>
        <source>%1 lines, %2 instructions</source>
        <translation>%1 行，%2 条指令</translation>
    </message>
    <message>
        <source>Instructions of %1 (%2)</source>
        <translation>%1 的指令（%2）</translation>
    </message>
</context>
<context>
    <name>jitscope::sdk::InfoBar</name>
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
    <name>jitscope::inspectorpanel::InspectorPanel</name>
    <message>
        <source>This operator failed: it gave no value.</source>
        <translation>该算子失败，没有给出数值。</translation>
    </message>
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
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>文件中</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Machine code</source>
        <translation>机器码</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>优化遍</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>有改变</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Counted</source>
        <translation>计数</translation>
    </message>
    <message>
        <source>Rewrites</source>
        <translation>改写</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Begins</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Compiled because</source>
        <translation>编译原因</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Made from</source>
        <translation>来源于</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Ran</source>
        <translation>运行方式</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
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
        <source>Time</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>计算量</translation>
    </message>
    <message>
        <source>eagerly (PyNative)</source>
        <translation>动态图 (PyNative)</translation>
    </message>
    <message>
        <source>eagerly, in graph mode: no cell and no @jit function was at work</source>
        <translation>逐算子执行（图模式）：没有单元或 @jit 函数在工作</translation>
    </message>
    <message>
        <source>in a compiled graph</source>
        <translation>在编译的图中</translation>
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
        <source>Wall time</source>
        <translation>墙钟时间</translation>
    </message>
</context>
<context>
    <name>jitscope::irdiffpanel::IrDiffPanel</name>
    <message>
        <source>No IR yet</source>
        <translation>还没有 IR</translation>
    </message>
    <message>
        <source>Run a script in graph mode (F5) or open a folder of .ir files: any two stages of a compiled function can be compared here.</source>
        <translation>以图模式运行脚本 (F5) 或打开 .ir 文件夹：可在此比较编译函数的任意两个阶段。</translation>
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
    <message>
        <source>Left</source>
        <translation>左侧</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>右侧</translation>
    </message>
    <message>
        <source>fold</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>Show long runs of unchanged lines as one line each</source>
        <translation>把连续的未变行折叠为一行</translation>
    </message>
</context>
<context>
    <name>jitscope::graphview::IrDiffView</name>
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
    <message>
        <source>%1 unchanged lines</source>
        <translation>%1 行未变</translation>
    </message>
</context>
<context>
    <name>jitscope::kerneldetailspanel::KernelDetailsPanel</name>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Which of the kernels of this data is shown</source>
        <translation>显示此数据中的哪个内核</translation>
    </message>
    <message>
        <source>Looking through the kernels</source>
        <translation>正在查看内核</translation>
    </message>
    <message>
        <source>Looking through the kernels…</source>
        <translation>正在查看内核…</translation>
    </message>
    <message>
        <source>The selected slice is no kernel</source>
        <translation>选中的切片不是内核</translation>
    </message>
    <message>
        <source>Select a slice on a stream of the device; its operands, pipes and bounds appear here.</source>
        <translation>选择设备流上的切片；其操作数、流水线和瓶颈会显示在这里。</translation>
    </message>
    <message>
        <source>No kernel is selected</source>
        <translation>未选中内核</translation>
    </message>
    <message>
        <source>Click a slice on a stream of the device; its operands, pipes and bounds appear here.</source>
        <translation>点击设备流上的切片；其操作数、流水线和瓶颈会显示在这里。</translation>
    </message>
    <message>
        <source>This profile has no table of kernels</source>
        <translation>此性能数据没有内核表</translation>
    </message>
    <message>
        <source>kernel_details.csv or op_summary_*.csv is missing (in a database: TASK and COMPUTE_TASK_INFO). Profile with the activity NPU and analyse the data.</source>
        <translation>缺少 kernel_details.csv 或 op_summary_*.csv（数据库中为 TASK 和 COMPUTE_TASK_INFO）。请以 activity NPU 采集并解析数据。</translation>
    </message>
    <message>
        <source>No kernels were measured</source>
        <translation>没有测量内核</translation>
    </message>
    <message>
        <source>Open a profiler folder of a device, or operator tuning data (OPPROF_* folder, visualize_data.bin).</source>
        <translation>打开设备的性能数据文件夹，或算子调优数据（OPPROF_* 文件夹、visualize_data.bin）。</translation>
    </message>
</context>
<context>
    <name>jitscope::passespanel::KernelsPage</name>
    <message>
        <source>Compiled kernels</source>
        <translation>已编译的内核</translation>
    </message>
    <message>
        <source>What code generation made of the final graph: %1. The operators outside of kernels run one by one.</source>
        <translation>代码生成由最终的图得到：%1。内核之外的算子逐个运行。</translation>
    </message>
</context>
<context>
    <name>jitscope::shell::KeysDialog</name>
    <message>
        <source>Find a command or a key</source>
        <translation>查找命令或快捷键</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>全部重置</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>命令及其快捷键</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Built in</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>New key of the command</source>
        <translation>该命令的新快捷键</translation>
    </message>
    <message>
        <source>The command has no key then</source>
        <translation>此后该命令没有快捷键</translation>
    </message>
    <message>
        <source>The command gets its built-in keys again</source>
        <translation>该命令恢复默认快捷键</translation>
    </message>
    <message>
        <source>All commands get their built-in keys again</source>
        <translation>所有命令恢复默认快捷键</translation>
    </message>
    <message>
        <source>fixed</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>This key cannot be changed: the focused view carries the command out itself.</source>
        <translation>此快捷键不能更改：该命令由获得焦点的视图自行执行。</translation>
    </message>
    <message>
        <source>%1 belongs to “%2” in every view and cannot be taken.</source>
        <translation>%1 在所有视图中属于“%2”，不能占用。</translation>
    </message>
    <message>
        <source>%1 belongs to “%2”, which loses it if you change.</source>
        <translation>%1 属于“%2”；更改后该命令将失去此键。</translation>
    </message>
</context>
<context>
    <name>jitscope::graphview::LayoutRunner</name>
    <message>
        <source>Laying out %1 nodes</source>
        <translation>正在布局 %1 个节点</translation>
    </message>
</context>
<context>
    <name>jitscope::graphview::Live</name>
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
    <name>jitscope::shell::LiveSession</name>
    <message>
        <source>%1 is forced by the tool bar</source>
        <translation>%1 由工具栏强制</translation>
    </message>
</context>
<context>
    <name>jitscope::locksteppanel::LockstepBar</name>
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
    <name>jitscope::locksteppanel::LockstepCard</name>
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
    <name>jitscope::locksteppanel::LockstepPanel</name>
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
        <source>step %1 %2</source>
        <translation>第 %1 步 %2</translation>
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
        <source>small elements off by half of themselves or more: %1</source>
        <translation>小元素偏差达自身一半以上：%1</translation>
    </message>
    <message>
        <source>That is within the tolerance.</source>
        <translation>在容差之内。</translation>
    </message>
    <message>
        <source>No pass moved it by more than rounding.</source>
        <translation>没有优化遍使其变化超过舍入误差。</translation>
    </message>
    <message>
        <source>It goes by the largest element: smaller ones differ by up to %1 times themselves, by rounding after a cancellation or by a mistake.</source>
        <translation>以最大元素为准：较小的元素相差可达自身的 %1 倍，原因是相消后的舍入或错误。</translation>
    </message>
    <message>
        <source>worked out while the graph was captured, or no part of it</source>
        <translation>在捕获计算图时已算出，或不属于计算图</translation>
    </message>
    <message>
        <source>no operator when it runs eagerly</source>
        <translation>以动态图运行时没有对应的算子</translation>
    </message>
    <message>
        <source>made by %1 of %2</source>
        <translation>由 %1 从 %2 生成</translation>
    </message>
    <message>
        <source>made by %1</source>
        <translation>由 %1 生成</translation>
    </message>
    <message>
        <source>removed by %1</source>
        <translation>被 %1 移除</translation>
    </message>
    <message>
        <source>became part of %1 by %2</source>
        <translation>由 %2 并入 %1</translation>
    </message>
    <message>
        <source>folded to a constant by %1</source>
        <translation>被 %1 折叠为常量</translation>
    </message>
    <message>
        <source>rewritten by %1</source>
        <translation>被 %1 改写</translation>
    </message>
    <message>
        <source>computes something else behind %1</source>
        <translation>在 %1 之后计算的是别的值</translation>
    </message>
    <message>
        <source>%1 instead of %2</source>
        <translation>%1，而不是 %2</translation>
    </message>
    <message>
        <source>Of loops the first %1 rounds are compared.</source>
        <translation>循环只比较前 %1 轮。</translation>
    </message>
</context>
<context>
    <name>jitscope::shell::MainWindow</name>
    <message>
        <source>%1 Change it in Run &gt; Run Settings (Alt+Shift+F5).</source>
        <translation>%1 请在“运行 &gt; 运行设置”（Alt+Shift+F5）中修改。</translation>
    </message>
    <message>
        <source>The program does not stop. Killing it ends its process; what was recorded stays.</source>
        <translation>程序没有停止。强制终止会结束其进程；已记录的内容会保留。</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>强制终止</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
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
        <source>Go to an operator, node, line, pass, kernel, file or panel</source>
        <translation>转到算子、节点、行、优化遍、内核、文件或面板</translation>
    </message>
    <message>
        <source>line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
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
        <source>Save the changes of %1 before it is closed?</source>
        <translation>关闭前是否保存对 %1 的修改？</translation>
    </message>
    <message>
        <source>Changed outside</source>
        <translation>已被外部修改</translation>
    </message>
    <message>
        <source>%1 was changed by another program since it was read here.</source>
        <translation>自读入以来，%1 已被其他程序修改。</translation>
    </message>
    <message>
        <source>Write mine over it</source>
        <translation>用我的内容覆盖</translation>
    </message>
    <message>
        <source>Read it again, mine is lost</source>
        <translation>重新读入，放弃我的修改</translation>
    </message>
    <message>
        <source>%1 was changed by another program; saving it here asks first.</source>
        <translation>%1 已被其他程序修改；在此保存前会先询问。</translation>
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
    <message>
        <source>Summing up the simulated device</source>
        <translation>正在汇总模拟设备</translation>
    </message>
    <message numerus="yes">
        <source>Opening %n file(s)</source>
        <translation>
            <numerusform>正在打开 %n 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Opened; some of it could not be shown as it is written (%n kind(s)).</source>
        <translation>
            <numerusform>已打开；部分内容无法按原样显示（%n 类）。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Opened, with %n note(s).</source>
        <translation>
            <numerusform>已打开，有 %n 条说明。</numerusform>
        </translation>
    </message>
    <message>
        <source>Open a stretch of time</source>
        <translation>打开一段时间</translation>
    </message>
    <message>
        <source>Open beside what is open</source>
        <translation>在已打开的内容旁打开</translation>
    </message>
    <message>
        <source>Code of a recording</source>
        <translation>记录中的代码</translation>
    </message>
    <message>
        <source>The code in front comes from the recording. Run it?</source>
        <translation>当前代码来自记录。要运行它吗？</translation>
    </message>
    <message>
        <source>It is stored in %1.</source>
        <translation>它保存在 %1 中。</translation>
    </message>
    <message>
        <source>The file %1 is different.</source>
        <translation>文件 %1 的内容不同。</translation>
    </message>
    <message>
        <source>There is no file %1 here.</source>
        <translation>这里没有文件 %1。</translation>
    </message>
    <message>
        <source>It runs with all your rights; read it first if the recording is not yours.</source>
        <translation>它将以您的全部权限运行；如果记录不是您自己的，请先阅读代码。</translation>
    </message>
    <message>
        <source>Run it</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>The layout is kept: View &gt; Layouts.</source>
        <translation>布局已保存：视图 &gt; 布局。</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
    <message>
        <source>Text of %1 px</source>
        <translation>文字大小 %1 像素</translation>
    </message>
    <message>
        <source>Type a command, panel, setting, file or symbol</source>
        <translation>输入命令、面板、设置、文件或符号</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>plugin</source>
        <translation>插件</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>symbol</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>recent file</source>
        <translation>最近的文件</translation>
    </message>
    <message>
        <source>Open a trace</source>
        <translation>打开轨迹</translation>
    </message>
    <message>
        <source>Traces and profiles (*.json *.db *.csv *.bin)</source>
        <translation>轨迹和性能数据 (*.json *.db *.csv *.bin)</translation>
    </message>
    <message>
        <source>Raise the room to %1</source>
        <translation>将空间提高到 %1</translation>
    </message>
    <message>
        <source>Save as a file…</source>
        <translation>另存为文件…</translation>
    </message>
    <message>
        <source>The recording is being written for the next start.</source>
        <translation>正在为下次启动写入记录。</translation>
    </message>
    <message>
        <source>Quit without keeping</source>
        <translation>不保留并退出</translation>
    </message>
    <message>
        <source>%1 is being written.</source>
        <translation>正在写入 %1。</translation>
    </message>
    <message>
        <source>Export a report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>%1: this could not be done. %2</source>
        <translation>%1：未能完成。%2</translation>
    </message>
    <message>
        <source>Operators are not filtered.</source>
        <translation>没有对算子进行过滤。</translation>
    </message>
    <message>
        <source>No filter was changed.</source>
        <translation>没有更改过过滤条件。</translation>
    </message>
</context>
<context>
    <name>jitscope::kerneldetailspanel::MemoryGraph</name>
    <message>
        <source>%1 to %2: </source>
        <translation>%1 到 %2：</translation>
    </message>
    <message>
        <source>%1 requests, </source>
        <translation>%1 次请求，</translation>
    </message>
    <message>
        <source>%1 GB/s</source>
        <translation>%1 GB/s</translation>
    </message>
    <message>
        <source>, %1 of the path&apos;s peak on the core that uses it most</source>
        <translation>，在使用最多的核上为该通路峰值的 %1</translation>
    </message>
    <message>
        <source>Memory traffic of the core</source>
        <translation>核的内存访问</translation>
    </message>
</context>
<context>
    <name>jitscope::memorypanel::MemoryPanel</name>
    <message>
        <source>Held</source>
        <translation>占用中</translation>
    </message>
    <message>
        <source>Allocations that are held where the line stands, the largest first</source>
        <translation>竖线所在时刻占用中的分配，最大者在前</translation>
    </message>
    <message>
        <source>By operator</source>
        <translation>按算子</translation>
    </message>
    <message>
        <source>The same summed by the operator that allocated</source>
        <translation>同上，按分配内存的算子汇总</translation>
    </message>
    <message>
        <source>Never released</source>
        <translation>从未释放</translation>
    </message>
    <message>
        <source>Allocated while the profiler watched and not released: a leak, or what lives on (weights, caches)</source>
        <translation>在采集期间分配且未释放：泄漏，或长期存在者（权重、缓存）</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>All allocations</source>
        <translation>全部分配</translation>
    </message>
    <message>
        <source>any size</source>
        <translation>任意大小</translation>
    </message>
    <message>
        <source>Memory over time; arrows move the line, W and S zoom, A and D pan</source>
        <translation>内存随时间的变化；方向键移动竖线，W 和 S 缩放，A 和 D 平移</translation>
    </message>
    <message>
        <source>Which allocations</source>
        <translation>哪些分配</translation>
    </message>
    <message>
        <source>Least size</source>
        <translation>最小大小</translation>
    </message>
    <message>
        <source>What was allocated before the profiler watched, and not released while it did, is not listed</source>
        <translation>采集开始前分配且采集期间未释放的内存不在列表中</translation>
    </message>
    <message>
        <source>To the peak</source>
        <translation>到峰值</translation>
    </message>
    <message>
        <source>Put the line where tensors hold the most</source>
        <translation>把竖线移到张量占用最多的时刻</translation>
    </message>
    <message>
        <source>Allocations</source>
        <translation>分配</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Choose the curves</source>
        <translation>选择曲线</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>No profile is open</source>
        <translation>未打开性能数据</translation>
    </message>
    <message>
        <source>Open a folder that a profiler wrote with profile_memory=True: its memory is drawn here.</source>
        <translation>打开以 profile_memory=True 采集写出的文件夹：这里会画出其内存。</translation>
    </message>
    <message>
        <source>Reading memory</source>
        <translation>正在读取内存</translation>
    </message>
    <message>
        <source>This profile has no figures of memory</source>
        <translation>此性能数据没有内存数据</translation>
    </message>
    <message>
        <source>They come from %1.</source>
        <translation>它们来自 %1。</translation>
    </message>
    <message>
        <source>Modules of the device</source>
        <translation>设备的模块</translation>
    </message>
    <message>
        <source>%1 (peak %2)</source>
        <translation>%1（峰值 %2）</translation>
    </message>
    <message>
        <source>of %1 (%2)</source>
        <translation>共 %1（%2）</translation>
    </message>
    <message>
        <source>Who holds the memory is not known: %1 was not found.</source>
        <translation>不知道内存由谁占用：未找到 %1。</translation>
    </message>
    <message>
        <source>Looking for who holds memory</source>
        <translation>正在查找内存的占用者</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s)</source>
        <translation>
            <numerusform>%Ln 行</numerusform>
        </translation>
    </message>
    <message>
        <source>at %1: %2</source>
        <translation>%1 处：%2</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>active</source>
        <translation>活跃</translation>
    </message>
    <message>
        <source>The memory of the simulated device is not there yet</source>
        <translation>模拟设备的内存数据尚未就绪</translation>
    </message>
    <message>
        <source>It is worked out when the run has ended.</source>
        <translation>运行结束后计算得出。</translation>
    </message>
    <message>
        <source>This run has no memory of a device</source>
        <translation>本次运行没有设备内存</translation>
    </message>
    <message>
        <source>What its tensors hold over time is in the panel Run memory. A run on the simulated device (Device: Ascend) records what the device&apos;s memory holds.</source>
        <translation>其张量随时间占用的内存在“运行内存”面板中。在模拟设备上的运行（设备：Ascend）会记录设备内存的占用情况。</translation>
    </message>
    <message>
        <source>The simulated device records how much is held over time, not who holds it.</source>
        <translation>模拟设备记录随时间占用了多少内存，不记录由谁占用。</translation>
    </message>
    <message>
        <source>Who holds memory on the baseline rank is not known</source>
        <translation>不知道基线 rank 上由谁持有内存</translation>
    </message>
</context>
<context>
    <name>jitscope::graphview::Minimap</name>
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
    <name>jitscope::valuespanel::MissingValue</name>
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
    <name>jitscope::shell::NullRunner</name>
    <message>
        <source>This window shows a recorded session and runs no programs.</source>
        <translation>此窗口显示已记录的会话，不能运行程序。</translation>
    </message>
</context>
<context>
    <name>jitscope::models::OpMatches</name>
    <message>
        <source>Filtering</source>
        <translation>正在筛选</translation>
    </message>
</context>
<context>
    <name>jitscope::models::OpSearch</name>
    <message>
        <source>Searching</source>
        <translation>正在查找</translation>
    </message>
</context>
<context>
    <name>jitscope::valuespanel::OperandChips</name>
    <message>
        <source>Operands and results</source>
        <translation>操作数和结果</translation>
    </message>
    <message>
        <source>Show the values of this tensor</source>
        <translation>显示此张量的数值</translation>
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
</context>
<context>
    <name>jitscope::originpanel::OriginPanel</name>
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
    <message>
        <source>%1 made it %2</source>
        <translation>%1 使其变为 %2</translation>
    </message>
    <message>
        <source>%1 of %2 elements.</source>
        <translation>%1 / %2 个元素。</translation>
    </message>
    <message>
        <source>All %1 elements.</source>
        <translation>全部 %1 个元素。</translation>
    </message>
    <message>
        <source>All elements of this tensor: an operator after it has no rule for single elements.</source>
        <translation>此张量的全部元素：其后有算子没有逐元素规则。</translation>
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
        <source>It was %1 already in the input %2.</source>
        <translation>在输入 %2 中就已是 %1。</translation>
    </message>
    <message>
        <source>Made by</source>
        <translation>生成者</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
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
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>too large (%1)</source>
        <translation>过大 (%1)</translation>
    </message>
    <message>
        <source>≈ all</source>
        <translation>≈ 全部</translation>
    </message>
</context>
<context>
    <name>jitscope::graphview::Overlays</name>
    <message>
        <source>time: not known yet, the call is not finished</source>
        <translation>耗时：尚不可知，调用还没有结束</translation>
    </message>
    <message>
        <source>%1; – failed</source>
        <translation>%1；– 失败</translation>
    </message>
    <message>
        <source>all 0</source>
        <translation>全 0</translation>
    </message>
    <message>
        <source>time: none was recorded</source>
        <translation>耗时：未记录</translation>
    </message>
    <message>
        <source>%1: bars are shares of the slowest card, %2</source>
        <translation>%1：条形为相对最慢卡片的比例，%2</translation>
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
    <name>jitscope::devicemodelpanel::ParametersPage</name>
    <message>
        <source>Never held against kernels of this chip: its error is not known.</source>
        <translation>从未与此芯片的内核比对：误差未知。</translation>
    </message>
    <message>
        <source>Median error per kernel: matmul %1 (%2 kernels, p90 %3), vector %4 (%5 kernels, p90 %6).</source>
        <translation>每个内核的误差中位数：matmul %1（%2 个内核，p90 %3），vector %4（%5 个内核，p90 %6）。</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Where the value comes from: a tool&apos;s constants, a platform file, a recorded profile, a fit, or an assumption.</source>
        <translation>数值的来源：工具中的常量、平台文件、采集的性能数据、拟合或假设。</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Vector operator</source>
        <translation>Vector 算子</translation>
    </message>
    <message>
        <source>A kernel type. A word in brackets is a class, for types without a row; [all] is for what is in no class.</source>
        <translation>内核类型。方括号中的词是类别，用于没有单独一行的类型；[all] 用于不属于任何类别者。</translation>
    </message>
    <message>
        <source>Launch µs</source>
        <translation>启动 µs</translation>
    </message>
    <message>
        <source>What every kernel of it takes, however small.</source>
        <translation>该类内核无论多小都需要的时间。</translation>
    </message>
    <message>
        <source>≤ 48 MB GB/s</source>
        <translation>≤ 48 MB GB/s</translation>
    </message>
    <message>
        <source>Bytes read and written by time, for kernels that fit the L2 cache.</source>
        <translation>单位时间读写的字节数，适用于能放入 L2 缓存的内核。</translation>
    </message>
    <message>
        <source>≥ 128 MB GB/s</source>
        <translation>≥ 128 MB GB/s</translation>
    </message>
    <message>
        <source>The same for kernels that go through the HBM; between the two it goes over.</source>
        <translation>同上，适用于经过 HBM 的内核；两者之间平滑过渡。</translation>
    </message>
    <message>
        <source>Parameters of the device</source>
        <translation>设备参数</translation>
    </message>
    <message>
        <source>Bandwidths by operator</source>
        <translation>各算子的带宽</translation>
    </message>
</context>
<context>
    <name>jitscope::passespanel::PassList</name>
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
        <source>%1 of %2 passes effective</source>
        <translation>%2 个优化遍中 %1 个有效</translation>
    </message>
    <message>
        <source>Captured:</source>
        <translation>捕获时：</translation>
    </message>
    <message>
        <source>After the last pass:</source>
        <translation>最后一遍之后：</translation>
    </message>
    <message>
        <source>stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>check values</source>
        <translation>检查数值</translation>
    </message>
    <message>
        <source>time passes</source>
        <translation>测量优化遍</translation>
    </message>
    <message>
        <source>Check all stages against eager</source>
        <translation>将所有阶段与动态图比较</translation>
    </message>
    <message>
        <source>Time the stages before and after each pass</source>
        <translation>测量每个优化遍之前和之后的阶段</translation>
    </message>
    <message>
        <source>Runs the graph after each effective pass on the recorded call and compares with eager</source>
        <translation>在记录的调用上运行每个有改变的优化遍之后的图，并与动态图比较</translation>
    </message>
    <message>
        <source>Runs the graphs before and after each effective pass in turn</source>
        <translation>轮流运行每个有改变的优化遍之前和之后的图</translation>
    </message>
    <message>
        <source>passes %1</source>
        <translation>优化遍共 %1</translation>
    </message>
    <message>
        <source>passes %1 of compile %2</source>
        <translation>优化遍 %1，编译共 %2</translation>
    </message>
    <message>
        <source>Time in passes alone, all together, of the whole compile time in the program&apos;s own compile, as the panel Compile has it: with capture, code generation and plan</source>
        <translation>程序自身编译中各优化遍的时间合计，以及“编译”面板中的全部编译时间：含捕获、代码生成与规划</translation>
    </message>
    <message>
        <source>No pass has “%1” in its name.</source>
        <translation>没有名称含“%1”的 pass。</translation>
    </message>
    <message>
        <source>No pass that changed something has “%1” in its name; all are searched without “effective”.</source>
        <translation>没有既改变了图、名称又含“%1”的 pass；关闭“有效”可搜索全部。</translation>
    </message>
    <message>
        <source>Not in it: checks of what passes changed (%1) and keeping the graphs behind them. In Compile these are rows of their own below “passes”</source>
        <translation>不含：对优化遍改动内容的检查（%1）以及保存其后的图。在“编译”面板中，它们是“优化遍”之下单独的行</translation>
    </message>
</context>
<context>
    <name>jitscope::passespanel::PassesPanel</name>
    <message>
        <source>No passes yet</source>
        <translation>还没有优化遍</translation>
    </message>
    <message>
        <source>Run a script in graph mode (F5): every function that is compiled appears here with what each pass did to it. In eager mode, functions decorated with @jit are compiled.</source>
        <translation>以图模式运行脚本 (F5)：每个被编译的函数及各优化遍对它的改变会显示在这里。动态图模式下，用 @jit 装饰的函数会被编译。</translation>
    </message>
    <message>
        <source>Nothing was compiled so far</source>
        <translation>到目前为止没有编译任何函数</translation>
    </message>
    <message>
        <source>The program is under way. Each function appears here as soon as it is compiled.</source>
        <translation>程序正在运行。每个函数一经编译就会显示在这里。</translation>
    </message>
    <message>
        <source>Nothing was compiled</source>
        <translation>没有编译任何函数</translation>
    </message>
    <message>
        <source>Graph mode compiles cells (nn.Cell) and functions decorated with @jit; this script called neither, so all of it ran operator by operator. Put @jit above a function, or type %graph f(x) in the console.</source>
        <translation>图模式编译单元 (nn.Cell) 和用 @jit 装饰的函数；此脚本两者都没有调用，因此全部逐算子执行。请在函数上方加上 @jit，或在控制台输入 %graph f(x)。</translation>
    </message>
    <message>
        <source>All of it ran operator by operator. Put @jit above a function, choose graph mode for its cells, or type %graph f(x) in the console.</source>
        <translation>全部逐算子执行。请在函数上方加上 @jit，为其单元选择图模式，或在控制台输入 %graph f(x)。</translation>
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
        <source>Compare with</source>
        <translation>与……比较</translation>
    </message>
    <message>
        <source>final graph</source>
        <translation>最终的图</translation>
    </message>
    <message>
        <source>Show in the graph</source>
        <translation>在图中显示</translation>
    </message>
    <message>
        <source>Show in the IR text</source>
        <translation>在 IR 文本中显示</translation>
    </message>
    <message>
        <source>Copy the name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Copy the whole list</source>
        <translation>复制整个列表</translation>
    </message>
    <message>
        <source>Copy the reason</source>
        <translation>复制原因</translation>
    </message>
    <message>
        <source>%1 compared with %2</source>
        <translation>%1 与 %2 比较</translation>
    </message>
    <message>
        <source>Save the graph as a picture…</source>
        <translation>把图存为图片…</translation>
    </message>
    <message>
        <source>Save the graph as a picture</source>
        <translation>把图存为图片</translation>
    </message>
    <message>
        <source>Pictures (*.svg *.png);;Graphviz (*.dot)</source>
        <translation>图片 (*.svg *.png);;Graphviz (*.dot)</translation>
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
        <source>Take out as a test case…</source>
        <translation>取出为测试用例…</translation>
    </message>
    <message>
        <source>Why not</source>
        <translation>为何不</translation>
    </message>
    <message>
        <source>Which predicate kept calls apart, and what would join them</source>
        <translation>哪个谓词使调用分开，以及怎样才能合并</translation>
    </message>
    <message>
        <source>What stopped it from growing</source>
        <translation>是什么阻止了它继续扩大</translation>
    </message>
    <message>
        <source>Try it in a variant</source>
        <translation>在变体中试一试</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到 %1</translation>
    </message>
    <message>
        <source>Compare from here</source>
        <translation>从此处对比</translation>
    </message>
    <message>
        <source>Compare to here</source>
        <translation>对比到此处</translation>
    </message>
</context>
<context>
    <name>jitscope::sdk::Playhead</name>
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
    <name>jitscope::shell::PluginsPage</name>
    <message>
        <source>passes: %1</source>
        <translation>优化遍：%1</translation>
    </message>
    <message>
        <source>panels: %1</source>
        <translation>面板：%1</translation>
    </message>
    <message>
        <source>importers: %1</source>
        <translation>导入器：%1</translation>
    </message>
    <message>
        <source>device models: %1</source>
        <translation>设备模型：%1</translation>
    </message>
    <message>
        <source>Plugins</source>
        <translation>插件</translation>
    </message>
    <message>
        <source>Plugin</source>
        <translation>插件</translation>
    </message>
    <message>
        <source>Brings</source>
        <translation>提供</translation>
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
        <source>Plugins are programs: they are loaded only from the program's own folder and from these folders. Examples are off until you switch them on. A switch acts at once where that is possible; its state says so where it is not.</source>
        <translation>插件是程序：只从本程序自己的文件夹和以下文件夹加载。示例在您打开之前保持关闭。开关在可能时立即生效；不能时会在状态中说明。</translation>
    </message>
    <message>
        <source>off from the next start</source>
        <translation>下次启动时关闭</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>its panels come with the next start</source>
        <translation>其面板在下次启动时出现</translation>
    </message>
    <message>
        <source>loaded</source>
        <translation>已加载</translation>
    </message>
    <message>
        <source>loaded for this time</source>
        <translation>仅本次加载</translation>
    </message>
    <message>
        <source>Error: %1</source>
        <translation>错误：%1</translation>
    </message>
    <message>
        <source>Brings %1.</source>
        <translation>提供 %1。</translation>
    </message>
    <message>
        <source>It is off, so none of its code was run: what it brings is known once it is on.</source>
        <translation>它已关闭，其代码未运行：打开后才知道它提供什么。</translation>
    </message>
    <message>
        <source>It changes how programs are compiled.</source>
        <translation>它会改变程序的编译方式。</translation>
    </message>
    <message>
        <source>Folder of plugins</source>
        <translation>插件文件夹</translation>
    </message>
</context>
<context>
    <name>jitscope::editorpanel::LostLines</name>
    <message>
        <source>Of this line nothing is left in the compiled graph of %1, so the program cannot stop here:
%2</source>
        <translation>这一行在 %1 的编译图中已不剩任何节点，程序无法停在这里：
%2</translation>
    </message>
    <message>
        <source>No node of the compiled graph of %1 was captured on this line, so the program cannot stop here.</source>
        <translation>这一行没有捕获到 %1 的编译图的任何节点，程序无法停在这里。</translation>
    </message>
</context>
<context>
    <name>jitscope::editorpanel::ProblemList</name>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>note</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Problems of this script</source>
        <translation>此脚本的问题</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
</context>
<context>
    <name>jitscope::tensorview::RangeControl</name>
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
        <source>Clip</source>
        <translation>越界标记</translation>
    </message>
    <message>
        <source>Show values below and above the range in colours of their own</source>
        <translation>用专门的颜色显示低于和高于范围的数值</translation>
    </message>
</context>
<context>
    <name>jitscope::tensorview::RangeHistogram</name>
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
    <message>
        <source>no finite values</source>
        <translation>没有有限值</translation>
    </message>
</context>
<context>
    <name>jitscope::passespanel::ReasonsPage</name>
    <message>
        <source>Which are shown</source>
        <translation>显示哪些</translation>
    </message>
    <message>
        <source>Applied</source>
        <translation>已应用</translation>
    </message>
    <message>
        <source>What the pass did</source>
        <translation>该遍做了什么</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>What it looked at and left alone</source>
        <translation>它查看过但未改动的</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>First what was applied, then what was refused</source>
        <translation>先列已应用的，再列已拒绝的</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Rewrites and refusals</source>
        <translation>改写与拒绝</translation>
    </message>
    <message>
        <source>Applied %1</source>
        <translation>已应用 %1</translation>
    </message>
    <message>
        <source>Refused %1</source>
        <translation>已拒绝 %1</translation>
    </message>
    <message>
        <source>All %1</source>
        <translation>全部 %1</translation>
    </message>
</context>
<context>
    <name>jitscope::shell::RecentRow</name>
    <message>
        <source>Remove from this list; the file stays</source>
        <translation>从列表中移除，文件保留</translation>
    </message>
    <message>
        <source>Remove %1 from the list</source>
        <translation>从列表中移除 %1</translation>
    </message>
    <message>
        <source>no longer there</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>today %1</source>
        <translation>今天 %1</translation>
    </message>
    <message>
        <source>yesterday %1</source>
        <translation>昨天 %1</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Copy its path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Remove from this list</source>
        <translation>从列表中移除</translation>
    </message>
</context>
<context>
    <name>jitscope::watchpointspanel::RecommendedDialog</name>
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
    <name>jitscope::models::RecordView</name>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
</context>
<context>
    <name>jitscope::editorpanel::RenameEditor</name>
    <message>
        <source>New name</source>
        <translation>新名称</translation>
    </message>
</context>
<context>
    <name>jitscope::shell::Restoration</name>
    <message>
        <source>Looking for recordings that were cut off</source>
        <translation>正在查找中断的记录</translation>
    </message>
    <message>
        <source>a script</source>
        <translation>脚本</translation>
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
        <source>The program ended while it recorded %1 (%2, %3 operators). The recording is in the list of runs.</source>
        <translation>程序在记录 %1 时中断（%2，%3 个算子）。该记录在运行列表中。</translation>
    </message>
</context>
<context>
    <name>jitscope::shell::Ribbon</name>
    <message>
        <source>Where the selection comes from and what became of it</source>
        <translation>选中内容的来源和去向</translation>
    </message>
</context>
<context>
    <name>jitscope::charts::RooflineView</name>
    <message>
        <source>Roofline chart</source>
        <translation>Roofline 图</translation>
    </message>
    <message>
        <source>operations a byte</source>
        <translation>每字节操作数</translation>
    </message>
    <message>
        <source>Height: operations / duration of the kernel. Across: operations / bytes moved. The slope is the bandwidth of the memory, the flat roof the compute peak.</source>
        <translation>纵轴：操作数 / 内核时长。横轴：操作数 / 传输字节数。斜线是内存带宽，水平线是算力峰值。</translation>
    </message>
    <message>
        <source>the roof above it is the bandwidth of %1: moving fewer bytes for each operation would raise what it can reach</source>
        <translation>其上方的屋顶是 %1 的带宽：减少每次操作传输的字节可提高其上限</translation>
    </message>
    <message>
        <source>the roof above it is the compute peak (%1): its bytes are not what holds it back</source>
        <translation>其上方的屋顶是算力峰值（%1）：限制它的不是传输的字节</translation>
    </message>
    <message>
        <source>%1 %6, %2 of the %3 %6 that are possible at %4 operations a byte; %5.</source>
        <translation>%1 %6，为每字节 %4 次操作时可达到的 %3 %6 的 %2；%5。</translation>
    </message>
    <message>
        <source>%1 %3 · %2</source>
        <translation>%1 %3 · %2</translation>
    </message>
</context>
<context>
    <name>jitscope::models::RowMenu</name>
    <message>
        <source>Text with tabs</source>
        <translation>制表符分隔的文本</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>CSV</source>
        <translation>CSV</translation>
    </message>
    <message>
        <source>Copy “%1”</source>
        <translation>复制“%1”</translation>
    </message>
    <message>
        <source>Copy rows as</source>
        <translation>将所选行复制为</translation>
    </message>
    <message>
        <source>Copy the whole table as</source>
        <translation>将整个表复制为</translation>
    </message>
</context>
<context>
    <name>jitscope::shell::RunChoiceButton</name>
    <message>
        <source>%1: %2 forced</source>
        <translation>%1：强制 %2</translation>
    </message>
    <message>
        <source>%1: script</source>
        <translation>%1：按脚本</translation>
    </message>
    <message>
        <source>%1 is forced on all runs, whatever the script says.
Choose "As the script says" to let the script decide.</source>
        <translation>无论脚本如何设置，所有运行都强制使用 %1。
选择“按脚本设置”则由脚本决定。</translation>
    </message>
    <message>
        <source>The script decides. Choose here to force another %1 on the next runs.</source>
        <translation>由脚本决定。在此可为之后的运行强制另一个%1。</translation>
    </message>
</context>
<context>
    <name>jitscope::runspanel::RunCompare</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the comparison as text</source>
        <translation>把比较结果复制为文本</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close the comparison</source>
        <translation>关闭比较</translation>
    </message>
    <message>
        <source>Differences of both runs</source>
        <translation>两次运行的差异</translation>
    </message>
    <message>
        <source>A: %1   B: %2</source>
        <translation>A：%1   B：%2</translation>
    </message>
    <message>
        <source>Reading both runs…</source>
        <translation>正在读取两次运行…</translation>
    </message>
    <message>
        <source>in sum B is slower, beyond the noise of %1</source>
        <translation>总和上 B 更慢，超出 %1 的噪声</translation>
    </message>
    <message>
        <source>in sum B is faster, beyond the noise of %1</source>
        <translation>总和上 B 更快，超出 %1 的噪声</translation>
    </message>
    <message>
        <source>the sums differ by no more than the noise of %1</source>
        <translation>总和之差不超过 %1 的噪声</translation>
    </message>
    <message>
        <source>the sums are the same</source>
        <translation>总和相同</translation>
    </message>
    <message>
        <source>%1 → %2 operators, %3 → %4 in operators: %5</source>
        <translation>%1 → %2 个算子，算子用时 %3 → %4：%5</translation>
    </message>
    <message>
        <source>Compare by</source>
        <translation>比较依据</translation>
    </message>
    <message>
        <source>nothing ran often enough to know the noise, so whether the sums differ cannot be told</source>
        <translation>没有任何算子运行得足够多，噪声未知，因此无法判断总和是否不同</translation>
    </message>
</context>
<context>
    <name>jitscope::shell::RunKeeper</name>
    <message>
        <source>Looking for the runs of the last time</source>
        <translation>正在查找上次的运行</translation>
    </message>
    <message>
        <source>The run could not be kept: %1</source>
        <translation>运行无法保留：%1</translation>
    </message>
    <message>
        <source>Another run can be looked at when the program has ended.</source>
        <translation>程序结束后才能查看其他运行。</translation>
    </message>
    <message>
        <source>Reading a run</source>
        <translation>正在读取一次运行</translation>
    </message>
    <message>
        <source>Reading runs</source>
        <translation>正在读取运行</translation>
    </message>
    <message>
        <source>Saving %1</source>
        <translation>正在保存 %1</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
    <message>
        <source>The run before, which was not kept, is let go.</source>
        <translation>此前未保留的运行已释放。</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) left the list: the files are gone.</source>
        <translation>
            <numerusform>%n 次运行已从列表移除：文件已不存在。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n older run(s) gave way to newer ones.</source>
        <translation>
            <numerusform>%n 次较早的运行已让位给较新的运行。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::runspanel::RunsPanel</name>
    <message>
        <source>No run yet</source>
        <translation>还没有运行</translation>
    </message>
    <message>
        <source>Every run is kept here with its recording: run a script with F5.</source>
        <translation>每次运行及其记录都保留在这里：按 F5 运行脚本。</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>What can be done with runs</source>
        <translation>对运行的操作</translation>
    </message>
    <message>
        <source>Look at</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Show the recording of the chosen run in all panels</source>
        <translation>在所有面板中显示所选运行的记录</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Compare two chosen runs by operator, line, ...; one with the run in view</source>
        <translation>按算子、代码行等比较所选的两次运行；只选一次则与正在查看的运行比较</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Keep the chosen runs, or let them give way again</source>
        <translation>保留所选运行，或允许其再被清除</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Save the chosen run as a .jitscope file</source>
        <translation>把所选运行保存为 .jitscope 文件</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove the chosen runs</source>
        <translation>移除所选运行</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Bring back the runs that were removed last</source>
        <translation>恢复最近移除的运行</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行记录</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Note on the chosen run (F2)</source>
        <translation>所选运行的备注（F2）</translation>
    </message>
    <message>
        <source>Note on the chosen run</source>
        <translation>所选运行的备注</translation>
    </message>
    <message>
        <source>When there are more, the oldest that are not pinned give way.</source>
        <translation>超出时，最旧且未固定的运行会被清除。</translation>
    </message>
    <message>
        <source>Room for runs on disk</source>
        <translation>运行占用的磁盘空间上限</translation>
    </message>
    <message>
        <source>Room for runs on disk; the oldest that are not pinned give way. Of a run under way, the values that memory has no room for take no more than this either.</source>
        <translation>运行占用的磁盘空间上限；最旧且未固定的会被清除。正在进行的运行中，内存放不下的数值在磁盘上也不超过此上限。</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s), %1 of</source>
        <translation>
            <numerusform>%n 次运行，%1 /</numerusform>
        </translation>
    </message>
    <message>
        <source>Comparing two runs</source>
        <translation>正在比较两次运行</translation>
    </message>
    <message>
        <source>%1 (forced)</source>
        <translation>%1（强制）</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>%1 (in view)</source>
        <translation>%1（正在查看）</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>How the run ended and after how long, without the times that it stood still; sorted by that time</source>
        <translation>运行如何结束、用时多久（不含暂停时间）；按该时间排序</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Compilations</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Of its file; a run that goes on has none yet</source>
        <translation>其文件的大小；仍在进行的运行还没有文件</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Sum of the times in run B less that in run A; sorted by its size</source>
        <translation>运行 B 的时间总和减去运行 A 的；按大小排序</translation>
    </message>
    <message>
        <source>Count A</source>
        <translation>次数 A</translation>
    </message>
    <message>
        <source>Count B</source>
        <translation>次数 B</translation>
    </message>
    <message>
        <source>Time A</source>
        <translation>时间 A</translation>
    </message>
    <message>
        <source>Time B</source>
        <translation>时间 B</translation>
    </message>
    <message>
        <source>%1, not kept</source>
        <translation>%1，未保留</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>within the noise</source>
        <translation>在噪声之内</translation>
    </message>
    <message>
        <source>too few calls, no verdict</source>
        <translation>调用太少，无法判定</translation>
    </message>
    <message>
        <source>B is slower</source>
        <translation>B 更慢</translation>
    </message>
    <message>
        <source>B is faster</source>
        <translation>B 更快</translation>
    </message>
    <message>
        <source>only in B</source>
        <translation>仅在 B 中</translation>
    </message>
    <message>
        <source>only in A</source>
        <translation>仅在 A 中</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Up to %1 says nothing here</source>
        <translation>此处 %1 以内不能说明问题</translation>
    </message>
    <message>
        <source>Whether the sums differ by more than the single calls scatter; with fewer than %1 calls on a side that cannot be told</source>
        <translation>总和之差是否超出单次调用的离散；任一侧少于 %1 次调用时无法判断</translation>
    </message>
    <message>
        <source>Use as baseline</source>
        <translation>用作基线</translation>
    </message>
    <message>
        <source>The tables of times and memory now show differences to %1.</source>
        <translation>耗时与内存的各表格现在显示与 %1 的差异。</translation>
    </message>
    <message numerus="yes">
        <source>None of the %n run(s) has “%1” in it.</source>
        <translation>
            <numerusform>%n 次运行中没有一次含有“%1”。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, with more calls</source>
        <translation>%1，调用更多</translation>
    </message>
    <message>
        <source>%1, with fewer calls</source>
        <translation>%1，调用更少</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
</context>
<context>
    <name>jitscope::shell::SampleCard</name>
    <message>
        <source>Open %1: a copy that you can run and change</source>
        <translation>打开 %1：可以运行和修改的副本</translation>
    </message>
</context>
<context>
    <name>jitscope::devicemodelpanel::ScatterView</name>
    <message>
        <source>Predicted against measured times</source>
        <translation>预测耗时与实测耗时</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>dashed: as measured; shaded: within 20 %</source>
        <translation>虚线：与实测相同；阴影：误差 20 % 以内</translation>
    </message>
</context>
<context>
    <name>jitscope::editorpanel::ScriptReader</name>
    <message>
        <source>Python gave no answer about this script.</source>
        <translation>Python 未能回答关于此脚本的问题。</translation>
    </message>
</context>
<context>
    <name>jitscope::graphview::SearchBar</name>
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
    <name>jitscope::shell::SettingsDialog</name>
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
</context>
<context>
    <name>jitscope::kerneldetailspanel::SliceKernelView</name>
    <message>
        <source>matrix unit (mac)</source>
        <translation>矩阵单元 (mac)</translation>
    </message>
    <message>
        <source>products of matrices</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>vector unit (vec)</source>
        <translation>向量单元 (vec)</translation>
    </message>
    <message>
        <source>element by element</source>
        <translation>逐元素计算</translation>
    </message>
    <message>
        <source>control (scalar)</source>
        <translation>控制 (scalar)</translation>
    </message>
    <message>
        <source>addresses, loops, synchronization</source>
        <translation>地址、循环、同步</translation>
    </message>
    <message>
        <source>L1 to L0 (mte1)</source>
        <translation>L1 到 L0 (mte1)</translation>
    </message>
    <message>
        <source>tiles moved inside the core</source>
        <translation>核内搬运的分块</translation>
    </message>
    <message>
        <source>memory in (mte2)</source>
        <translation>读入 (mte2)</translation>
    </message>
    <message>
        <source>read from global memory or L2</source>
        <translation>从全局内存或 L2 读取</translation>
    </message>
    <message>
        <source>memory out (mte3)</source>
        <translation>写出 (mte3)</translation>
    </message>
    <message>
        <source>written to global memory or L2</source>
        <translation>写到全局内存或 L2</translation>
    </message>
    <message>
        <source>results out (fixpipe)</source>
        <translation>结果搬出 (fixpipe)</translation>
    </message>
    <message>
        <source>results moved from L0C to memory</source>
        <translation>结果从 L0C 搬到内存</translation>
    </message>
    <message>
        <source>Busy share of the pipes</source>
        <translation>流水线繁忙占比</translation>
    </message>
    <message>
        <source>Pipes</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Busy cycles / cycles of the kernel on its cores, as the profiler&apos;s *_ratio columns say; pipes work at the same time, so the shares do not add up to 100 %</source>
        <translation>繁忙周期 / 内核在其各核上的周期，取自性能分析器的 *_ratio 列；流水线同时工作，因此各占比之和不为 100 %</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Memory bound (mte2 / the larger of mac and vec): %1; above 1 memory is the longer part.</source>
        <translation>访存瓶颈（mte2 / mac 与 vec 中较大者）：%1；大于 1 表示访存部分更长。</translation>
    </message>
    <message>
        <source>%1: %2 of the cycles (column %3)</source>
        <translation>%1：周期的 %2（列 %3）</translation>
    </message>
    <message>
        <source>busiest</source>
        <translation>最繁忙</translation>
    </message>
    <message>
        <source>cores in use (cube utilization)</source>
        <translation>使用的核（cube 利用率）</translation>
    </message>
    <message>
        <source>Cycles on cube cores / (clock × cube cores × duration): how many of the cores it kept, not how busy the matrix unit was</source>
        <translation>Cube 核上的周期 /（时钟 × Cube 核数 × 时长）：表示占用了多少核，而不是矩阵单元有多繁忙</translation>
    </message>
    <message>
        <source>No counters: the profile has no *_ratio columns for this kernel. They are recorded with aic_metrics=PipeUtilization at profiler level 1 or higher; collectives and AI CPU kernels have none.</source>
        <translation>没有计数器数据：此内核没有 *_ratio 列。以 aic_metrics=PipeUtilization、profiler level 1 或更高采集才会记录；集合通信和 AI CPU 内核没有。</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Operator type</source>
        <translation>算子类型</translation>
    </message>
    <message>
        <source>Ran on</source>
        <translation>运行于</translation>
    </message>
    <message>
        <source>Kind of core, as the profiler names it</source>
        <translation>核的种类，按性能分析器的命名</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>From begin to end on the device</source>
        <translation>在设备上从开始到结束</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>From the end of the task before on the same stream to its begin; 0 for the first</source>
        <translation>从同一流上前一任务结束到它开始；第一个为 0</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Block 数</translation>
    </message>
    <message>
        <source>%1 + %2</source>
        <translation>%1 + %2</translation>
    </message>
    <message>
        <source>Blocks, one a core until all cores are taken; with a second figure for the other kind of core</source>
        <translation>Block 数，核用满之前每核一个；第二个数字为另一种核</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Shape, element type and memory format of each input</source>
        <translation>每个输入的形状、元素类型和内存格式</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Shape, element type and memory format of each output</source>
        <translation>每个输出的形状、元素类型和内存格式</translation>
    </message>
    <message>
        <source>No roofline: %1.</source>
        <translation>没有 Roofline：%1。</translation>
    </message>
    <message>
        <source>the kernel does no arithmetic or took no time</source>
        <translation>此内核不做算术运算或耗时为零</translation>
    </message>
    <message>
        <source>Moving its inputs and outputs (%1) once in that time is %2 GB/s, %3 of the %4 TB/s of %5.</source>
        <translation>在该时间内把输入和输出（%1）搬运一次为 %2 GB/s，是 %5 的 %4 TB/s 的 %3。</translation>
    </message>
    <message>
        <source>Work by the shapes: %1 operations, %2 moved once. Roofs: %3</source>
        <translation>按形状的工作量：%1 次操作，%2 各搬运一次。屋顶：%3</translation>
    </message>
</context>
<context>
    <name>jitscope::slicelistpanel::SliceListPanel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Wall (sum)</source>
        <translation>总时长（合计）</translation>
    </message>
    <message>
        <source>Sum of the durations. Of a slice that the edge of the range cuts, the part inside.</source>
        <translation>时长之和。被区间边缘截断的切片只计区间内的部分。</translation>
    </message>
    <message>
        <source>Union</source>
        <translation>并集</translation>
    </message>
    <message>
        <source>The time during which at least one of them ran: what runs at once counts once.</source>
        <translation>至少有一个切片在运行的时间：同时运行的只计一次。</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>The sum without what slices nested in them on their lane take.</source>
        <translation>合计减去同一泳道中嵌套切片的时间。</translation>
    </message>
    <message>
        <source>Avg</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Sum divided by count.</source>
        <translation>合计除以数量。</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>How many slices reach into the range.</source>
        <translation>有多少切片落入区间。</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Slices of the marked range by name</source>
        <translation>选定区间内按名称汇总的切片</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>切片列表</translation>
    </message>
    <message>
        <source>Sum: all durations added up. Union: the time during which at least one slice ran; it is never longer than the range. Self: without nested slices.</source>
        <translation>合计：所有时长相加。并集：至少有一个切片在运行的时间，不会超过区间长度。自身：不含嵌套切片。</translation>
    </message>
    <message>
        <source>What is listed</source>
        <translation>列出的内容</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>The slices of the marked range, by name</source>
        <translation>选定区间内的切片，按名称汇总</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>查找结果</translation>
    </message>
    <message>
        <source>What the search of the timeline found</source>
        <translation>在时间线中查找到的内容</translation>
    </message>
    <message>
        <source>filter slices</source>
        <translation>筛选切片</translation>
    </message>
    <message>
        <source>Counting slices</source>
        <translation>正在统计切片</translation>
    </message>
    <message numerus="yes">
        <source>%n slice(s)</source>
        <translation>
            <numerusform>%n 个切片</numerusform>
        </translation>
    </message>
    <message>
        <source>sum %1</source>
        <translation>合计 %1</translation>
    </message>
    <message>
        <source>union %1 of %2</source>
        <translation>并集 %1，区间 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n cut by the edges</source>
        <translation>
            <numerusform>%n 个被边缘截断</numerusform>
        </translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>Listing slices</source>
        <translation>正在列出切片</translation>
    </message>
    <message>
        <source>Nothing was searched for</source>
        <translation>未进行查找</translation>
    </message>
    <message>
        <source>Find slices by name in the timeline (Ctrl+F there); all of them are listed here.</source>
        <translation>在时间线中按名称查找切片（在那里按 Ctrl+F）；这里会列出全部结果。</translation>
    </message>
    <message>
        <source>No range is marked</source>
        <translation>未选定区间</translation>
    </message>
    <message>
        <source>Drag over lanes or in the ruler of the timeline, or press M there on a slice: what lies in the range is added up here by name.</source>
        <translation>在时间线的泳道上或标尺中拖动，或在切片上按 M：区间内的内容会在这里按名称汇总。</translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>找到 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>the list shows the first %1</source>
        <translation>列表显示前 %1 个</translation>
    </message>
    <message>
        <source>No time is known of what failed.</source>
        <translation>失败者的时间未知。</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 个失败</translation>
    </message>
    <message>
        <source>Not known: the operator failed.</source>
        <translation>未知：算子执行失败。</translation>
    </message>
</context>
<context>
    <name>jitscope::SliceMenu</name>
    <message>
        <source>Zoom to it in the timeline</source>
        <translation>在时间线中缩放到它</translation>
    </message>
    <message>
        <source>Mark its stretch of time</source>
        <translation>标记它的时间段</translation>
    </message>
    <message>
        <source>Find all of this name</source>
        <translation>查找所有同名项</translation>
    </message>
    <message>
        <source>Copy the slice as JSON</source>
        <translation>将该切片复制为 JSON</translation>
    </message>
</context>
<context>
    <name>jitscope::slicepanel::SlicePanel</name>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>the operator failed</source>
        <translation>算子失败</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>下发</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Source line</source>
        <translation>源码行</translation>
    </message>
    <message>
        <source>Recorded operator</source>
        <translation>记录的算子</translation>
    </message>
    <message>
        <source>Graph node</source>
        <translation>图节点</translation>
    </message>
    <message>
        <source>%1 is not on this machine; line %2 was meant.</source>
        <translation>%1 不在本机上；指的是第 %2 行。</translation>
    </message>
    <message>
        <source>Facts of the slice</source>
        <translation>切片的信息</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>How it is known</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Certain: a flow or the recording says so. Likely: what encloses or runs at that time. Possible: only type and order agree.</source>
        <translation>确定：连线或记录表明如此。很可能：在时间上包含它或同时运行。可能：只有类型和顺序一致。</translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>复制值</translation>
    </message>
    <message>
        <source>No timeline yet</source>
        <translation>还没有时间线</translation>
    </message>
    <message>
        <source>No slice is selected</source>
        <translation>未选中切片</translation>
    </message>
    <message>
        <source>Open a profiler&apos;s folder or a trace, or run a script.</source>
        <translation>打开性能数据文件夹或轨迹，或运行脚本。</translation>
    </message>
    <message>
        <source>Click a slice in the timeline; its times, its arguments and where it comes from appear here.</source>
        <translation>点击时间线中的切片；其时间、参数和来源会显示在这里。</translation>
    </message>
    <message>
        <source>Facts of a slice</source>
        <translation>切片的信息</translation>
    </message>
    <message>
        <source> (simulated)</source>
        <translation>（模拟）</translation>
    </message>
    <message>
        <source>%1 from begin to begin</source>
        <translation>开始到开始 %1</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Begin, absolute</source>
        <translation>绝对开始时间</translation>
    </message>
    <message>
        <source>Call stack</source>
        <translation>调用栈</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Flows</source>
        <translation>连线</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>Table of kernels</source>
        <translation>内核表</translation>
    </message>
    <message>
        <source>Where it comes from</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>after the first event</source>
        <translation>距第一个事件</translation>
    </message>
    <message>
        <source>as the trace counts</source>
        <translation>按轨迹的计时</translation>
    </message>
    <message>
        <source>package</source>
        <translation>包</translation>
    </message>
    <message>
        <source>without what it encloses on its lane</source>
        <translation>不含同一泳道中它所包含的切片</translation>
    </message>
</context>
<context>
    <name>jitscope::shell::StartPage</name>
    <message>
        <source>Start page</source>
        <translation>起始页</translation>
    </message>
    <message>
        <source>See what your tensor program does</source>
        <translation>看清你的张量程序在做什么</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>指南</translation>
    </message>
    <message>
        <source>New in %1</source>
        <translation>%1 的新内容</translation>
    </message>
    <message>
        <source>All that is new</source>
        <translation>所有新内容</translation>
    </message>
    <message>
        <source>Open again</source>
        <translation>再次打开</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Show this page at start</source>
        <translation>启动时显示此页</translation>
    </message>
    <message>
        <source>Looking for the files that were open before</source>
        <translation>正在查找打开过的文件</translation>
    </message>
</context>
<context>
    <name>jitscope::tensorview::StatisticsLine</name>
    <message>
        <source>min %1  mean %2  max %3  σ %4  zero %5  NaN %6 · Inf %7</source>
        <translation>最小 %1  均值 %2  最大 %3  σ %4  零 %5  NaN %6 · Inf %7</translation>
    </message>
    <message>
        <source>empty, 0 elements</source>
        <translation>空，0 个元素</translation>
    </message>
    <message>
        <source>no finite values</source>
        <translation>没有有限值</translation>
    </message>
    <message>
        <source>of magnitudes:</source>
        <translation>模：</translation>
    </message>
</context>
<context>
    <name>jitscope::statisticspanel::StatisticsPanel</name>
    <message>
        <source>Tables</source>
        <translation>表</translation>
    </message>
    <message>
        <source>No profile is open</source>
        <translation>未打开性能数据</translation>
    </message>
    <message>
        <source>Open a folder that a profiler wrote (*_ascend_ms, *_ascend_pt, PROF_*), one of its files or databases: its tables are listed here.</source>
        <translation>打开性能分析器写出的文件夹（*_ascend_ms、*_ascend_pt、PROF_*），或其中的文件或数据库：其中的表会列在这里。</translation>
    </message>
    <message>
        <source>Parts of the time</source>
        <translation>时间的组成</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>The rank whose figures are shown</source>
        <translation>显示哪个 rank 的数据</translation>
    </message>
    <message>
        <source>Marked range</source>
        <translation>选定区间</translation>
    </message>
    <message>
        <source>Only what overlaps the stretch that is marked in the timeline, on all lanes of the rank</source>
        <translation>只显示与时间线中选定区间重叠的内容，包括该 rank 的所有泳道</translation>
    </message>
    <message>
        <source>No stretch is marked: drag in the timeline, or press M on its slice</source>
        <translation>尚未选定区间：可在时间线中拖动，或在选中切片上按 M 键</translation>
    </message>
    <message>
        <source>These figures are of the whole profile, not of the marked range.</source>
        <translation>这些数字针对整个性能数据，而非选定区间。</translation>
    </message>
    <message>
        <source>Of the marked range, on all lanes: what crosses its edge counts whole.</source>
        <translation>针对选定区间内的所有泳道：跨越边界的内容按整体计入。</translation>
    </message>
    <message>
        <source>Of the marked range, on all lanes: what crosses its edge is cut there.</source>
        <translation>针对选定区间内的所有泳道：跨越边界的内容在边界处截断。</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Choose the columns</source>
        <translation>选择列</translation>
    </message>
    <message>
        <source>CSV</source>
        <translation>CSV</translation>
    </message>
    <message>
        <source>Export what is shown as CSV</source>
        <translation>把显示的内容导出为 CSV</translation>
    </message>
    <message>
        <source>Tables of the profiler</source>
        <translation>性能分析器的表</translation>
    </message>
    <message>
        <source>As the profiler wrote it</source>
        <translation>按性能分析器写出的内容</translation>
    </message>
    <message>
        <source>Summing up</source>
        <translation>正在汇总</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s)</source>
        <translation>
            <numerusform>%Ln 行</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1 of %L2 rows</source>
        <translation>%L1 / %L2 行</translation>
    </message>
    <message>
        <source>The timeline has no slice for this row</source>
        <translation>时间线中没有此行的切片</translation>
    </message>
    <message>
        <source>%1 · step %2</source>
        <translation>%1 · step %2</translation>
    </message>
    <message>
        <source>%L1 collectives, %2 in sum; they have no share.</source>
        <translation>%L1 个集合通信，合计 %2；它们不计占比。</translation>
    </message>
    <message>
        <source>%L1 computing kernels, %2 in sum.</source>
        <translation>%L1 个计算内核，合计 %2。</translation>
    </message>
    <message>
        <source>All kernels</source>
        <translation>全部内核</translation>
    </message>
    <message>
        <source>As the producer wrote it, for the kernels are not there: %1.</source>
        <translation>没有内核数据，按性能分析器写出的值：%1。</translation>
    </message>
    <message>
        <source>As the producer&apos;s op_statistic.csv</source>
        <translation>与性能分析器的 op_statistic.csv 相同</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>两者</translation>
    </message>
    <message>
        <source>By core</source>
        <translation>按核</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>By shape</source>
        <translation>按形状</translation>
    </message>
    <message>
        <source>By type</source>
        <translation>按类型</translation>
    </message>
    <message>
        <source>By type and core</source>
        <translation>按类型和核</translation>
    </message>
    <message>
        <source>CANN calls</source>
        <translation>CANN 调用</translation>
    </message>
    <message>
        <source>Calls of the host into CANN by level and function</source>
        <translation>主机对 CANN 的调用，按层级和函数汇总</translation>
    </message>
    <message>
        <source>Communication, not overlapped</source>
        <translation>通信（未重叠）</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Computing, communicating, both or neither, of all ranks</source>
        <translation>所有 rank 的计算、通信、两者同时或两者皆无</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Each part is a union: what overlaps counts once, so that the parts add up to the time from the first kernel to the last.</source>
        <translation>每个部分都是并集：重叠部分只计一次，因此各部分之和等于从第一个内核到最后一个内核的时间。</translation>
    </message>
    <message>
        <source>Every kernel with all that is known of it</source>
        <translation>每个内核及其全部已知信息</translation>
    </message>
    <message>
        <source>Framework operators</source>
        <translation>框架算子</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>From the producer&apos;s own lanes: %1.</source>
        <translation>来自性能分析器自己的泳道：%1。</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>How busy the pipes of the cores were, by type</source>
        <translation>各类型的核内流水线繁忙程度</translation>
    </message>
    <message>
        <source>It comes from %1, which was not found beside the other files.</source>
        <translation>它来自 %1，在其他文件旁未找到该文件。</translation>
    </message>
    <message>
        <source>Kernels summed by name</source>
        <translation>按名称汇总内核</translation>
    </message>
    <message>
        <source>Kernels summed by operator type</source>
        <translation>按算子类型汇总内核</translation>
    </message>
    <message>
        <source>Kernels summed by type and input shapes</source>
        <translation>按类型和输入形状汇总内核</translation>
    </message>
    <message>
        <source>Kernels summed by what they ran on</source>
        <translation>按运行所在的核汇总内核</translation>
    </message>
    <message>
        <source>Levels lie inside each other: a call of acl contains those of node and runtime. Shares are of a level.</source>
        <translation>各层级互相包含：acl 的调用包含 node 和 runtime 的调用。占比按层级计算。</translation>
    </message>
    <message>
        <source>Means over the kernels of a type, weighted by their durations. Pipes work at the same time: the ratios do not add up to 1.</source>
        <translation>同一类型各内核的平均值，按时长加权。流水线同时工作：各比例之和不为 1。</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Operators of the framework with their times</source>
        <translation>框架算子及其耗时</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>Pipes</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Profile with aic_metrics (level 1 or above) to see how busy the pipes of the cores were.</source>
        <translation>采集时设置 aic_metrics（level 1 或以上），即可查看各核流水线的繁忙程度。</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Step</translation>
    </message>
    <message>
        <source>Steps are worked out from the table of kernels or read from the producer&apos;s table of steps; neither was found.</source>
        <translation>各 step 由内核表算出，或从采集工具写出的 step 表读取；两者均未找到。</translation>
    </message>
    <message>
        <source>The kernels have no counters</source>
        <translation>内核没有计数器数据</translation>
    </message>
    <message>
        <source>This profile has no table “%1”</source>
        <translation>此性能数据没有表“%1”</translation>
    </message>
    <message>
        <source>What each step&apos;s time went to, of all ranks</source>
        <translation>所有 rank 各 step 的时间去向</translation>
    </message>
    <message>
        <source>Worked out from the kernels; the producer&apos;s own table of steps differs by %1 at most.</source>
        <translation>由内核算出；与采集工具写出的 step 表最多相差 %1。</translation>
    </message>
    <message>
        <source>computing and communicating</source>
        <translation>计算和通信同时进行</translation>
    </message>
    <message>
        <source>neither computing nor communicating</source>
        <translation>既无计算也无通信</translation>
    </message>
    <message>
        <source>nothing communicates meanwhile</source>
        <translation>其间没有通信</translation>
    </message>
    <message>
        <source>nothing computes meanwhile</source>
        <translation>其间没有计算</translation>
    </message>
    <message>
        <source>This is the baseline rank itself: choose another one to see the differences.</source>
        <translation>这就是基线 rank 本身：请选择另一个以查看差异。</translation>
    </message>
    <message>
        <source>The baseline rank has no such table: there is nothing to compare with.</source>
        <translation>基线 rank 没有这样的表：无从比较。</translation>
    </message>
</context>
<context>
    <name>jitscope::shell::StatusLine</name>
    <message>
        <source>waits for input in the console</source>
        <translation>等待在控制台输入</translation>
    </message>
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
    <message numerus="yes">
        <source>%Ln operator(s)</source>
        <translation>
            <numerusform>%Ln 个算子</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln graph(s)</source>
        <translation>
            <numerusform>%Ln 个图</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln kernel(s)</source>
        <translation>
            <numerusform>%Ln 个内核</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln slice(s)</source>
        <translation>
            <numerusform>%Ln 个切片</numerusform>
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
        <source>operators %1 of %2</source>
        <translation>算子 %1 / %2</translation>
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
    <message>
        <source>Passes of plugins: %1</source>
        <translation>插件的优化遍：%1</translation>
    </message>
    <message>
        <source>These plugins change how programs are compiled: %1</source>
        <translation>以下插件会改变程序的编译方式：%1</translation>
    </message>
    <message>
        <source>Plugins: %1</source>
        <translation>插件：%1</translation>
    </message>
    <message>
        <source>Recorded values in memory, and the most of them: what is beyond goes to disk, into the room for runs. Operators have as much memory of their own, and go on on disk beyond it, where they may take half of what is free.</source>
        <translation>内存中已记录的数值及其上限：超出的部分写入磁盘上运行的空间。算子另有同样多的内存，超出的部分写入磁盘，最多占用空闲空间的一半。</translation>
    </message>
    <message numerus="yes">
        <source>%n process(es)</source>
        <translation>
            <numerusform>%n 个进程</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Processes that the program began: %n run(s)</source>
        <translation>
            <numerusform>程序启动的进程：%n 个正在运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Processes that the program began, and those that have ended. What runs in them is not recorded; they end with the program&apos;s own.</source>
        <translation>程序启动的进程，包括已结束的。其中运行的内容不做记录；它们随程序自身的进程一起结束。</translation>
    </message>
    <message>
        <source>copy of the program (os.fork)</source>
        <translation>程序的副本（os.fork）</translation>
    </message>
    <message>
        <source>%1  %2  runs</source>
        <translation>%1  %2  运行中</translation>
    </message>
    <message>
        <source>%1  %2  ended</source>
        <translation>%1  %2  已结束</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>已复制：%1</translation>
    </message>
</context>
<context>
    <name>jitscope::shell::Stepping</name>
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
    <name>jitscope::consolepanel::Suggestions</name>
    <message>
        <source>Suggestions</source>
        <translation>建议</translation>
    </message>
</context>
<context>
    <name>jitscope::tensorview::TensorGrid</name>
    <message>
        <source>Values of the tensor</source>
        <translation>张量的数值</translation>
    </message>
</context>
<context>
    <name>jitscope::timelinepanel::TimelineFind</name>
    <message>
        <source>find slices by name</source>
        <translation>按名称查找切片</translation>
    </message>
    <message>
        <source>Upper and lower case matter</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation>全字匹配</translation>
    </message>
    <message>
        <source>The text is a regular expression</source>
        <translation>文本是正则表达式</translation>
    </message>
    <message>
        <source>Previous in time (Shift+F3)</source>
        <translation>时间上的上一个 (Shift+F3)</translation>
    </message>
    <message>
        <source>Next in time (F3, Enter)</source>
        <translation>时间上的下一个 (F3, Enter)</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Show everything that was found in the Slices panel</source>
        <translation>在切片列表面板中显示全部查找结果</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>关闭查找</translation>
    </message>
    <message>
        <source>Searching slices</source>
        <translation>正在查找切片</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>找到 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>jitscope::timelinepanel::TimelineMenus</name>
    <message>
        <source>Undo zoom (%1)</source>
        <translation>撤销缩放（%1）</translation>
    </message>
    <message>
        <source>Arrows from launch to kernel</source>
        <translation>从下发到内核的箭头</translation>
    </message>
    <message>
        <source>This timeline has no flows</source>
        <translation>此时间线没有连线</translation>
    </message>
    <message>
        <source>Flows are being counted</source>
        <translation>正在统计连线</translation>
    </message>
    <message>
        <source>Those of the selected slice are always shown</source>
        <translation>选中切片的连线始终显示</translation>
    </message>
    <message numerus="yes">
        <source>%n end before they begin</source>
        <translation>
            <numerusform>%n 条在开始之前结束</numerusform>
        </translation>
    </message>
    <message>
        <source>Show all categories</source>
        <translation>显示所有类别</translation>
    </message>
    <message>
        <source>Show none</source>
        <translation>全部不显示</translation>
    </message>
    <message>
        <source>filter lanes</source>
        <translation>筛选泳道</translation>
    </message>
    <message numerus="yes">
        <source>%n hidden: show all</source>
        <translation>
            <numerusform>隐藏了 %n 个：全部显示</numerusform>
        </translation>
    </message>
    <message>
        <source>Show again</source>
        <translation>重新显示</translation>
    </message>
    <message>
        <source>Hide the Python call stack</source>
        <translation>隐藏 Python 调用栈</translation>
    </message>
    <message>
        <source>Merge the lanes of a heading into one</source>
        <translation>把同一分组的泳道合并为一个</translation>
    </message>
    <message>
        <source>Group by rank</source>
        <translation>按 rank 分组</translation>
    </message>
    <message>
        <source>Group by kind of lane</source>
        <translation>按泳道种类分组</translation>
    </message>
    <message>
        <source>Shift rank %1 in time…</source>
        <translation>平移 rank %1 的时间…</translation>
    </message>
    <message>
        <source>Align ranks by matching collectives</source>
        <translation>按匹配的集合通信对齐 rank</translation>
    </message>
    <message>
        <source>Take all time shifts back</source>
        <translation>撤回所有时间平移</translation>
    </message>
    <message>
        <source>Undo the last time shift</source>
        <translation>撤销上次时间平移</translation>
    </message>
    <message>
        <source>Markers</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>lasts %1</source>
        <translation>时长 %1</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>转到该处</translation>
    </message>
    <message>
        <source>Mark the range to the next one</source>
        <translation>选定到下一个标记的区间</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>From the first to the last: %1</source>
        <translation>从第一个到最后一个：%1</translation>
    </message>
    <message>
        <source>Delete all markers</source>
        <translation>删除所有标记</translation>
    </message>
    <message>
        <source>Rename the marker</source>
        <translation>重命名标记</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Colour of all “%1”</source>
        <translation>所有“%1”的颜色</translation>
    </message>
    <message>
        <source>By its name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>Find all of this name</source>
        <translation>查找所有同名切片</translation>
    </message>
    <message>
        <source>Copy the name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Copy name, begin and duration</source>
        <translation>复制名称、开始时间和时长</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Pin on top</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Hide this lane</source>
        <translation>隐藏此泳道</translation>
    </message>
    <message>
        <source>Hide all lanes but this</source>
        <translation>隐藏其他所有泳道</translation>
    </message>
    <message>
        <source>Take the merged lanes apart</source>
        <translation>拆开合并的泳道</translation>
    </message>
    <message>
        <source>Merge all lanes of %1</source>
        <translation>合并 %1 的所有泳道</translation>
    </message>
    <message>
        <source>Hide everything below this</source>
        <translation>隐藏其下的全部内容</translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>Undo the last change of lanes</source>
        <translation>撤销对泳道的上次更改</translation>
    </message>
    <message>
        <source>Marked range</source>
        <translation>选定区间</translation>
    </message>
    <message>
        <source>List its slices</source>
        <translation>列出其中的切片</translation>
    </message>
    <message>
        <source>Zoom and move</source>
        <translation>缩放和移动</translation>
    </message>
    <message>
        <source>Shift rank %1</source>
        <translation>平移 rank %1</translation>
    </message>
    <message>
        <source>Added to all of its times, with unit (s, ms, us, ns):</source>
        <translation>加到其所有时间上，带单位（s、ms、us、ns）：</translation>
    </message>
    <message>
        <source>Matching collectives</source>
        <translation>正在匹配集合通信</translation>
    </message>
    <message>
        <source>The ranks could not be aligned: they have no communication operators in common.</source>
        <translation>无法对齐 rank：它们没有共同的通信算子。</translation>
    </message>
    <message>
        <source>%1 ranks aligned by %2 matching collectives; nine of ten end within %3 of each other.</source>
        <translation>已按 %2 个匹配的集合通信对齐 %1 个 rank；十分之九的结束时间相差在 %3 以内。</translation>
    </message>
    <message>
        <source>Nothing in common with them have ranks %1.</source>
        <translation>rank %1 与它们没有共同的集合通信。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Low rows, so that other lanes stay in sight</source>
        <translation>降低行高，使其他泳道可见</translation>
    </message>
    <message>
        <source>Full height for all its rows</source>
        <translation>所有行使用完整行高</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>复制为 JSON</translation>
    </message>
</context>
<context>
    <name>jitscope::timeline::TimelineOverview</name>
    <message>
        <source>Overview of the timeline</source>
        <translation>时间线概览</translation>
    </message>
    <message>
        <source>The whole timeline: how many lanes are busy. Drag the frame to move the view, the wheel zooms.</source>
        <translation>整个时间线：有多少泳道繁忙。拖动方框移动视图，滚轮缩放。</translation>
    </message>
    <message>
        <source>overview</source>
        <translation>概览</translation>
    </message>
</context>
<context>
    <name>jitscope::timelinepanel::TimelinePanel</name>
    <message>
        <source>Nothing was timed yet</source>
        <translation>还没有计时数据</translation>
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
        <source>Run a script (F5): its compile, its operators and, on Ascend, the simulated device appear here. Or open what a profiler wrote (Ctrl+O).</source>
        <translation>运行脚本 (F5)：这里会显示编译、算子，以及 Ascend 上的模拟设备。或打开性能分析器写出的数据 (Ctrl+O)。</translation>
    </message>
    <message>
        <source>The marked stretch of time. Union: the time during which at least one slice of its lanes runs; slices that run at once or inside of another count once.</source>
        <translation>选定的时间段。并集：其泳道中至少有一个切片在运行的时间；同时运行或嵌套的切片只计一次。</translation>
    </message>
    <message>
        <source>Find slices (Ctrl+F)</source>
        <translation>查找切片 (Ctrl+F)</translation>
    </message>
    <message>
        <source>Flows</source>
        <translation>连线</translation>
    </message>
    <message>
        <source>Which arrows are drawn</source>
        <translation>画出哪些箭头</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Which lanes are shown, and how</source>
        <translation>显示哪些泳道以及如何显示</translation>
    </message>
    <message>
        <source>Markers</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Marked range and markers</source>
        <translation>选定区间和标记</translation>
    </message>
    <message>
        <source>W A S D · M mark · F fit</source>
        <translation>W A S D · M 选定 · F 适应</translation>
    </message>
    <message>
        <source>Drag marks a range over the lanes that it crosses, in the ruler over all. Ctrl+drag moves, Alt+drag zooms to a box, Ctrl+wheel zooms. Drag a lane&apos;s name to move the lane.</source>
        <translation>拖动选定经过的泳道上的区间，在标尺上拖动则选定所有泳道。Ctrl+拖动移动，Alt+拖动框选缩放，Ctrl+滚轮缩放。拖动泳道名称可移动泳道。</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Align ranks by matching collectives</source>
        <translation>按匹配的集合通信对齐 rank</translation>
    </message>
    <message>
        <source>Take all time shifts back</source>
        <translation>撤回所有时间平移</translation>
    </message>
    <message numerus="yes">
        <source>%n slice(s) lie far away in time; the view shows the rest, %1 of %2.</source>
        <translation>
            <numerusform>%n 个切片在时间上相距很远；视图只显示其余部分，%2 中的 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>marked %1</source>
        <translation>选定 %1</translation>
    </message>
    <message>
        <source>Counting slices</source>
        <translation>正在统计切片</translation>
    </message>
    <message numerus="yes">
        <source>marked %1 · %n slice(s) · union %2</source>
        <translation>
            <numerusform>选定 %1 · %n 个切片 · 并集 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>This profile has no timeline</source>
        <translation>此性能数据没有时间线</translation>
    </message>
    <message>
        <source>It is about one kernel: see the panel Kernel details.</source>
        <translation>它只针对一个内核：请看“内核详情”面板。</translation>
    </message>
    <message>
        <source>It has tables: see Statistics, Communication and Memory.</source>
        <translation>它只有表格：请看“统计”、“通信”和“内存”面板。</translation>
    </message>
</context>
<context>
    <name>jitscope::timeline::TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>simulated, not measured</source>
        <translation>模拟值，非实测</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>begins</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>ends</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>flows</source>
        <translation>连线</translation>
    </message>
    <message>
        <source>%1 in, %2 out</source>
        <translation>%1 入，%2 出</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Laying out the timeline…</source>
        <translation>正在排布时间线…</translation>
    </message>
    <message>
        <source>(folded)</source>
        <translation>（已折叠）</translation>
    </message>
    <message>
        <source>Laying out the timeline</source>
        <translation>正在排布时间线</translation>
    </message>
    <message>
        <source>Merging lanes</source>
        <translation>正在合并泳道</translation>
    </message>
</context>
<context>
    <name>jitscope::runmemorypanel::RunMemoryPanel</name>
    <message>
        <source>Held</source>
        <translation>占用中</translation>
    </message>
    <message>
        <source>Each memory that is held where the line stands, the largest first</source>
        <translation>竖线所在时刻占用的每块内存，最大者在前</translation>
    </message>
    <message>
        <source>By line</source>
        <translation>按代码行</translation>
    </message>
    <message>
        <source>The same summed by the line whose operators made it</source>
        <translation>同上，按产生它的算子所在代码行汇总</translation>
    </message>
    <message>
        <source>By scope</source>
        <translation>按作用域</translation>
    </message>
    <message>
        <source>The same summed by the cells that made it</source>
        <translation>同上，按产生它的 Cell 汇总</translation>
    </message>
    <message>
        <source>By operator</source>
        <translation>按算子</translation>
    </message>
    <message>
        <source>The same summed by the operator that made it</source>
        <translation>同上，按产生它的算子汇总</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>What is held more or less at the end of the marked stretch than at its begin, by line</source>
        <translation>标记区间终点与起点相比占用增减的内容，按代码行列出</translation>
    </message>
    <message>
        <source>Growing</source>
        <translation>增长</translation>
    </message>
    <message>
        <source>Memory of tensors over time; arrows move the line, W and S zoom, A and D pan</source>
        <translation>张量占用的内存随时间的变化；方向键移动竖线，W 和 S 缩放，A 和 D 平移</translation>
    </message>
    <message>
        <source>What of the memory</source>
        <translation>内存的哪些内容</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Put the line where tensors hold the most</source>
        <translation>把竖线移到张量占用最多的时刻</translation>
    </message>
    <message>
        <source>Memory that is held</source>
        <translation>占用的内存</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>No operator ran yet</source>
        <translation>还没有运行算子</translation>
    </message>
    <message>
        <source>Run a script (F5): what memory its tensors hold over time stands here.</source>
        <translation>运行脚本（F5）：其张量随时间占用的内存显示在此处。</translation>
    </message>
    <message>
        <source>Memory was not recorded</source>
        <translation>没有记录内存</translation>
    </message>
    <message>
        <source>The recording is older than that, or comes from elsewhere. Run the script again to see what its tensors hold. Memory that a profiler recorded is in the panel Memory.</source>
        <translation>此记录早于该功能，或来自其他来源。重新运行脚本即可查看其张量占用的内存。性能采集工具记录的内存在“内存”面板中。</translation>
    </message>
    <message>
        <source>Adding up memory</source>
        <translation>正在汇总内存</translation>
    </message>
    <message>
        <source>Looking for who holds memory</source>
        <translation>正在查找占用内存者</translation>
    </message>
    <message>
        <source>The recording was full: from %1 on memory is not known.</source>
        <translation>记录已满：从 %1 起内存情况未知。</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%2 处 %1</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>%1, the peak</source>
        <translation>%1，为峰值</translation>
    </message>
    <message>
        <source>(from outside)</source>
        <translation>（来自外部）</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Of all that is held at the line</source>
        <translation>占竖线所在时刻占用总量的比例</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>内存块数</translation>
    </message>
    <message>
        <source>Bytes of the whole memory, however it is viewed</source>
        <translation>整块内存的字节数，与视图无关</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>代码行</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化量</translation>
    </message>
    <message>
        <source>From the begin of the marked stretch to its end</source>
        <translation>从标记区间的起点到终点</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Growth</source>
        <translation>增长量</translation>
    </message>
    <message>
        <source>What is held more and more at the end of each step, or of each round of a loop: leaks, or lists that grow</source>
        <translation>在每一步或循环的每一轮结束时占用越来越多的内容：泄漏，或不断增长的列表</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>What compiled graphs let go of, take over and view, by their plan for this machine</source>
        <translation>编译图按其针对本机的规划释放、接管和以视图使用的内存</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重算</translation>
    </message>
    <message>
        <source>What lies idle at the peak from the forward to the backward pass and is cheap to compute again, with an estimate of what that saves and costs</source>
        <translation>峰值时从前向到反向之间闲置且重新计算代价低的内容，并估计可节省多少、代价多少</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>%1 rounds that begin at %2</source>
        <translation>始于 %2 的 %1 轮</translation>
    </message>
    <message>
        <source>%1 calls of %2 at %3</source>
        <translation>在 %3 对 %2 的 %1 次调用</translation>
    </message>
    <message>
        <source>Growth shows from three steps on that end with an optimizer, or from four rounds of a loop</source>
        <translation>至少三个以优化器结束的步，或循环的四轮，才能看出增长</translation>
    </message>
    <message>
        <source>Nothing grows over the %1</source>
        <translation>%1内没有增长</translation>
    </message>
    <message>
        <source>over %1</source>
        <translation>历经 %1</translation>
    </message>
    <message>
        <source>A round</source>
        <translation>每轮</translation>
    </message>
    <message>
        <source>The mean growth of a step, or of a round of the loop</source>
        <translation>每一步或循环每一轮的平均增长</translation>
    </message>
    <message>
        <source>From the end of the first round to that of the last</source>
        <translation>从第一轮结束到最后一轮结束</translation>
    </message>
    <message>
        <source>First round</source>
        <translation>第一轮</translation>
    </message>
    <message>
        <source>Last round</source>
        <translation>最后一轮</translation>
    </message>
    <message>
        <source>view of %1</source>
        <translation>%1 的视图</translation>
    </message>
    <message>
        <source>its own</source>
        <translation>自有</translation>
    </message>
    <message>
        <source>taken over from %1</source>
        <translation>接管自 %1</translation>
    </message>
    <message>
        <source>%1 taken over from %2</source>
        <translation>%1 接管自 %2</translation>
    </message>
    <message>
        <source>%1 to the end</source>
        <translation>%1 至结束</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>%1 of results, at most %2 at once, %3 as kernels take over memory</source>
        <translation>结果共 %1，同时最多 %2，因内核接管内存而为 %3</translation>
    </message>
    <message>
        <source>; without what branches and loops hold</source>
        <translation>；不含分支和循环所占</translation>
    </message>
    <message>
        <source>expensive</source>
        <translation>计算代价高</translation>
    </message>
    <message>
        <source>draw numbers or run Python</source>
        <translation>取随机数或运行 Python</translation>
    </message>
    <message>
        <source>written to since</source>
        <translation>之后被写入</translation>
    </message>
    <message>
        <source>inputs held no more</source>
        <translation>输入已不再持有</translation>
    </message>
    <message>
        <source>cost not known</source>
        <translation>代价未知</translation>
    </message>
    <message>
        <source>No backward pass was recorded</source>
        <translation>没有记录反向传播</translation>
    </message>
    <message>
        <source>At the peak nothing lies idle from the forward to the backward pass</source>
        <translation>峰值时没有从前向到反向之间闲置的内容</translation>
    </message>
    <message>
        <source>%1 lie idle at the peak</source>
        <translation>峰值时闲置 %1</translation>
    </message>
    <message>
        <source>; estimate for computing these again: the peak falls from %1 to %2, for %3</source>
        <translation>；重新计算的估计：峰值由 %1 降至 %2，用时 %3</translation>
    </message>
    <message>
        <source>, %1 of the step</source>
        <translation>，占该步的 %1</translation>
    </message>
    <message>
        <source>; %1 not: %2</source>
        <translation>；%1 不适合：%2</translation>
    </message>
    <message>
        <source>Nothing was compiled</source>
        <translation>没有编译任何函数</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>What the result stands in: memory of its own, that of an input which nothing reads afterwards, or a view. While a graph is recorded, nothing is taken over</source>
        <translation>结果所在的内存：自有、此后无人读取的某个输入的内存，或视图。记录图的运行时不会接管</translation>
    </message>
    <message>
        <source>From which step of its graph to which</source>
        <translation>从所在图的第几步到第几步</translation>
    </message>
    <message>
        <source>At the peak</source>
        <translation>峰值时</translation>
    </message>
    <message>
        <source>Held when the graph holds most</source>
        <translation>在图占用最多时被持有</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>An estimate: the medians of the times of the operators that would run again</source>
        <translation>估计值：需再次运行的算子各自耗时的中位数</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>闲置</translation>
    </message>
    <message>
        <source>From its last use in the forward pass to its first in the backward pass</source>
        <translation>从前向中最后一次使用到反向中第一次使用</translation>
    </message>
    <message>
        <source>Runs again</source>
        <translation>再次运行</translation>
    </message>
    <message>
        <source>; %1 of the forward pass are read by no operator afterwards</source>
        <translation>；前向产生的 %1 此后无算子读取</translation>
    </message>
    <message>
        <source>Nothing changed</source>
        <translation>没有变化</translation>
    </message>
    <message>
        <source>Nothing grows</source>
        <translation>没有增长</translation>
    </message>
    <message>
        <source>Nothing was planned</source>
        <translation>没有计划</translation>
    </message>
    <message>
        <source>Nothing to compute again</source>
        <translation>没有可重新计算的</translation>
    </message>
    <message>
        <source>No tensor is held here</source>
        <translation>此处没有持有张量</translation>
    </message>
    <message>
        <source>Both ends of the stretch hold the same. Mark another one in the curve above.</source>
        <translation>区间两端持有的相同。请在上方曲线中标记另一段。</translation>
    </message>
    <message>
        <source>No line holds more and more at the end of each step, or of each round of a loop.</source>
        <translation>没有哪一行在每一步或每轮循环结束时持有得越来越多。</translation>
    </message>
    <message>
        <source>Move the line in the curve above, or press Peak.</source>
        <translation>请移动上方曲线中的竖线，或按“峰值”。</translation>
    </message>
    <message>
        <source>Δ held</source>
        <translation>Δ 占用</translation>
    </message>
    <message>
        <source>The baseline has no such moment</source>
        <translation>基线没有对应的时刻</translation>
    </message>
    <message>
        <source>Bytes here less those of the baseline at the same place of the program: at its peak for the peak, else when the same operator had begun or ended</source>
        <translation>此处的字节数减去基线在程序同一位置的字节数：峰值对峰值，其余时刻以同一算子开始或结束时为准</translation>
    </message>
    <message>
        <source>the baseline&apos;s memory was not recorded</source>
        <translation>基线的内存未被记录</translation>
    </message>
    <message>
        <source>the baseline did not get here</source>
        <translation>基线没有运行到这里</translation>
    </message>
    <message>
        <source>baseline: %1 at %2 of %3</source>
        <translation>基线：%1，在 %2（%3）</translation>
    </message>
    <message>
        <source>used at %1</source>
        <translation>使用于 %1</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Held at the end, without what the last round made: that may be in use</source>
        <translation>最后仍被持有的，不含最后一轮创建的：那些可能仍在使用</translation>
    </message>
    <message>
        <source>From rounds</source>
        <translation>来自轮次</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Rounds that made what is kept</source>
        <translation>创建了保留内存的轮次</translation>
    </message>
</context>
<context>
    <name>DeltaWords</name>
    <message>
        <source>Equal to the nanosecond</source>
        <translation>精确到纳秒相等</translation>
    </message>
    <message>
        <source>Within noise: up to ± %1 says nothing here</source>
        <translation>在噪声之内：± %1 以内不能说明问题</translation>
    </message>
    <message>
        <source>Fewer than %1 measurements on a side: it cannot be told whether they differ</source>
        <translation>一侧少于 %1 次测量：无法判断是否不同</translation>
    </message>
    <message>
        <source>Slower; noise is up to ± %1</source>
        <translation>更慢；噪声至多 ± %1</translation>
    </message>
    <message>
        <source>Faster; noise is up to ± %1</source>
        <translation>更快；噪声至多 ± %1</translation>
    </message>
    <message>
        <source>New: the baseline has none</source>
        <translation>新增：基线中没有</translation>
    </message>
    <message>
        <source>Only the baseline has it</source>
        <translation>仅基线中有</translation>
    </message>
    <message>
        <source>Equal</source>
        <translation>相等</translation>
    </message>
    <message>
        <source>More than the baseline</source>
        <translation>比基线多</translation>
    </message>
    <message>
        <source>Less than the baseline</source>
        <translation>比基线少</translation>
    </message>
    <message>
        <source>More; noise is up to ± %1</source>
        <translation>更多；噪声不超过 ± %1</translation>
    </message>
    <message>
        <source>Less; noise is up to ± %1</source>
        <translation>更少；噪声不超过 ± %1</translation>
    </message>
</context>
<context>
    <name>jitscope::timingspanel::TimingsPanel</name>
    <message>
        <source>%1 failed</source>
        <translation>%1 次失败</translation>
    </message>
    <message>
        <source>No time is known of calls that failed: no figure has them.</source>
        <translation>失败的调用没有已知的耗时：任何数字都不包含它们。</translation>
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
        <source>%Ln call(s)</source>
        <translation>
            <numerusform>%Ln 次调用</numerusform>
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
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Without what ran inside of them: these add up to the time of all operators</source>
        <translation>不含其内部运行的部分：相加即为全部算子的时间</translation>
    </message>
    <message>
        <source>Of the self times of all rows</source>
        <translation>占各行自身时间之和</translation>
    </message>
    <message>
        <source>With what ran inside of them</source>
        <translation>包含其内部运行的部分</translation>
    </message>
    <message>
        <source>P90</source>
        <translation>P90</translation>
    </message>
    <message>
        <source>90 of 100 calls take no longer</source>
        <translation>100 次调用中 90 次不超过此值</translation>
    </message>
    <message>
        <source>P99</source>
        <translation>P99</translation>
    </message>
    <message>
        <source>99 of 100 calls take no longer</source>
        <translation>100 次调用中 99 次不超过此值</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Standard deviation of single calls; of one call there is none</source>
        <translation>单次调用的标准差；只有一次调用时没有</translation>
    </message>
    <message>
        <source>Δ self</source>
        <translation>Δ 自身</translation>
    </message>
    <message>
        <source>Δ mean</source>
        <translation>Δ 平均</translation>
    </message>
    <message>
        <source>Of single calls</source>
        <translation>单次调用的</translation>
    </message>
    <message>
        <source>Calls before</source>
        <translation>基线调用</translation>
    </message>
    <message>
        <source>Calls in the baseline</source>
        <translation>基线中的调用次数</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>The single calls of a row, by duration and over time</source>
        <translation>一行的各次调用，按耗时与随时间</translation>
    </message>
    <message>
        <source>Summing up operators</source>
        <translation>正在汇总算子</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>What the rows reach of what this machine can do, as it is measured here</source>
        <translation>各行达到了本机能力的多少（在此测量）</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>launching %1</source>
        <translation>启动 %1</translation>
    </message>
    <message>
        <source>Of nodes of compiled graphs: from the end of the node before (or the begin of the call) to the begin, with what recording took; no part of the other times. Of eager operators it is not known: their recorded time begins when the operator is called and already contains checking types and getting memory, which no clock tells apart from the work; before it all is Python, which is a finding of its own in Run advice</source>
        <translation>编译图的节点：从前一节点结束（或调用开始）到它开始，含记录所用；不属于其他各项时间。即时执行的算子未知：其记录的时间从调用算子时开始，已包含检查类型和获取内存，没有时钟能把它们与计算分开；在此之前全是 Python，由“运行建议”单独指出</translation>
    </message>
    <message>
        <source>Launching: of the rows of which it is known; no part of the time beside it. Recording: writing down the operators of the whole run, by the mean of one in 128 that was measured; noting when memory is let go of comes on top</source>
        <translation>启动：仅含已知的行，不属于旁边的时间。记录：写下整次运行的算子所用的时间，按每 128 个中测量一个所得的平均值计；记录内存释放的开销另计</translation>
    </message>
    <message>
        <source>Differences are to %1.</source>
        <translation>差异相对于 %1。</translation>
    </message>
    <message>
        <source>The baseline %1 never was at the marked range: no differences.</source>
        <translation>基线 %1 没有运行到标记的时间段：不显示差异。</translation>
    </message>
    <message>
        <source>Calls that run at some time of the marked range count whole; the timeline&apos;s union is cut at its ends.</source>
        <translation>在标记的时间段内运行过的调用整次计入；时间线的并集则在两端截断。</translation>
    </message>
    <message>
        <source>recording at least %1 (%2 an operator)</source>
        <translation>记录至少用去 %1（每个算子 %2）</translation>
    </message>
    <message numerus="yes">
        <source>None of the %n row(s) has “%1” in it.</source>
        <translation>
            <numerusform>%n 行中没有一行包含“%1”。</numerusform>
        </translation>
    </message>
    <message>
        <source>No operator is left by the filters.</source>
        <translation>过滤条件没有留下任何算子。</translation>
    </message>
    <message>
        <source>Marked range</source>
        <translation>标记的时间段</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>整次运行</translation>
    </message>
    <message>
        <source>Filtered</source>
        <translation>过滤后</translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed</source>
        <translation>
            <numerusform>%Ln 次失败</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In view: %L1 of %Ln call(s) · %2 of %3</source>
        <translation>
            <numerusform>可见：%Ln 次调用中的 %L1 次 · %3 中的 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Self time here less that of the baseline, sorted by its size; grey with ≈ within noise, with ? where too few calls tell</source>
        <translation>此处自身时间减去基线的自身时间，按差值大小排序；灰色带 ≈ 表示在噪声之内，带 ? 表示调用次数太少，无法判断</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>From the begin of the step&apos;s first operator (of its graph&apos;s call, or of the wait for the data before) to the end of its last: the time in operators, compiling, launching, for data and between add up to it. Unknown where filters leave out some of the step&apos;s operators</source>
        <translation>从该步第一个算子（或其图调用，或之前对数据的等待）开始，到最后一个算子结束：算子中、编译、启动、数据与其间的时间相加即为此值。筛选去掉该步部分算子时未知</translation>
    </message>
    <message>
        <source>In operators</source>
        <translation>算子中</translation>
    </message>
    <message>
        <source>While an operator ran, on any thread: less than Self where several ran at once</source>
        <translation>任一线程上有算子在运行的时间：有几个同时运行时小于自身时间</translation>
    </message>
    <message>
        <source>Compiling</source>
        <translation>编译中</translation>
    </message>
    <message>
        <source>While no operator ran, but something was compiled</source>
        <translation>没有算子运行而在编译的时间</translation>
    </message>
    <message>
        <source>Launching</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Within calls of graphs: finding operands, starting nodes, recording them. Of eager operators it is not known</source>
        <translation>图的调用之内：找操作数、启动节点、记录它们。即时执行的算子的启动时间未知</translation>
    </message>
    <message>
        <source>Between</source>
        <translation>其间</translation>
    </message>
    <message>
        <source>None of these: Python, and what else is not recorded</source>
        <translation>以上都不是：Python，以及其他没有记录的</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>None of these, and the script waited for a row of a dataset (for data in dataset)</source>
        <translation>都不是，而脚本在等待数据集的下一行（for data in dataset）</translation>
    </message>
    <message>
        <source>No operators of ours in this recording</source>
        <translation>此录制中没有我们的算子</translation>
    </message>
    <message>
        <source>What another program recorded has slices: the flame graph sums them below their lanes, and a marked stretch of the timeline by name. Kernels of a profile stand in Kernel details.</source>
        <translation>其他程序录制的是切片：火焰图将其汇总在所属泳道之下，时间线上标记的区段则按名称汇总。profile 的内核列在“内核详情”中。</translation>
    </message>
</context>
<context>
    <name>jitscope::shell::ToolBar</name>
    <message>
        <source>Perspective %1</source>
        <translation>布局 %1</translation>
    </message>
    <message>
        <source>Tool bar</source>
        <translation>工具栏</translation>
    </message>
</context>
<context>
    <name>jitscope::shell::Tour</name>
    <message>
        <source>That was the tour</source>
        <translation>导览结束</translation>
    </message>
    <message>
        <source>One selection goes through all panels, and **F1** tells more about the one you are in. Ctrl+Shift+P finds every command.</source>
        <translation>同一个选择贯穿所有面板，**F1** 说明当前面板。Ctrl+Shift+P 可找到任何命令。</translation>
    </message>
</context>
<context>
    <name>jitscope::shell::TourCard</name>
    <message>
        <source>Do it for me</source>
        <translation>替我做</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Tour</source>
        <translation>导览</translation>
    </message>
    <message>
        <source>Leave the tour (Esc)</source>
        <translation>离开导览 (Esc)</translation>
    </message>
    <message>
        <source>Tour · %1 of %2</source>
        <translation>导览 · %1 / %2</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>✓ Done</source>
        <translation>✓ 完成</translation>
    </message>
    <message>
        <source>Doing it…</source>
        <translation>正在进行…</translation>
    </message>
</context>
<context>
    <name>jitscope::kerneldetailspanel::TuningOverview</name>
    <message>
        <source>core %1 · %2</source>
        <translation>核 %1 · %2</translation>
    </message>
    <message>
        <source>Occupancy of the cores</source>
        <translation>各核的占用</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>核</translation>
    </message>
    <message>
        <source>Cycles that each part of a core spent on the kernel; the longest bar is the slowest part</source>
        <translation>核的每个部分在内核上花费的周期；最长的条是最慢的部分</translation>
    </message>
    <message>
        <source>Load of units and pipes</source>
        <translation>单元和流水线的负载</translation>
    </message>
    <message>
        <source>Units and pipes</source>
        <translation>单元和流水线</translation>
    </message>
    <message>
        <source>Share of a part&apos;s cycles in which the unit or pipe was busy; they work at the same time, so the shares do not add up to 100 %</source>
        <translation>单元或流水线繁忙的周期占该部分周期的比例；它们同时工作，因此各占比之和不为 100 %</translation>
    </message>
    <message>
        <source>Hit rates of the caches</source>
        <translation>缓存命中率</translation>
    </message>
    <message>
        <source>Caches</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Hits / (hits + misses)</source>
        <translation>命中 /（命中 + 未命中）</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Name of the kernel</source>
        <translation>内核名称</translation>
    </message>
    <message>
        <source>The kind of cores it runs on: cube, vector, or a mix of both</source>
        <translation>运行所在核的种类：cube、vector 或两者混合</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>From begin to end on the device, scheduling included</source>
        <translation>在设备上从开始到结束，含调度</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Block 数</translation>
    </message>
    <message>
        <source>%1 + %2</source>
        <translation>%1 + %2</translation>
    </message>
    <message>
        <source>Blocks, one a core until all cores are taken; with a second figure for the other kind of core</source>
        <translation>Block 数，核用满之前每核一个；第二个数字为另一种核</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>%1 · device %2</source>
        <translation>%1 · 设备 %2</translation>
    </message>
    <message>
        <source>Chip and device id</source>
        <translation>芯片和设备编号</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>%1 of %2 MHz</source>
        <translation>%1 / %2 MHz</translation>
    </message>
    <message>
        <source>Clock while it ran, and the clock that the cores are made for</source>
        <translation>运行时的时钟，以及核的额定时钟</translation>
    </message>
    <message>
        <source>Read from</source>
        <translation>读取自</translation>
    </message>
    <message>
        <source>msprof op remarks:</source>
        <translation>msprof op 的提示：</translation>
    </message>
    <message>
        <source>%1 parts: %2 takes %3 longer than the mean of %4.</source>
        <translation>%1 个部分：%2 比平均值 %4 多用 %3。</translation>
    </message>
    <message>
        <source>%1 cycles</source>
        <translation>%1 个周期</translation>
    </message>
    <message>
        <source>%1: busy with the kernel for %2</source>
        <translation>%1：在内核上繁忙 %2</translation>
    </message>
    <message>
        <source>; moved %1</source>
        <translation>；传输 %1</translation>
    </message>
    <message>
        <source>; %1 of its accesses to the L2 cache hit</source>
        <translation>；对 L2 缓存的访问命中 %1</translation>
    </message>
    <message>
        <source>slowest</source>
        <translation>最慢</translation>
    </message>
    <message>
        <source>No cycles of the cores: PipeUtilization.csv and the core load of visualize_data.bin are missing.</source>
        <translation>没有各核的周期：缺少 PipeUtilization.csv 和 visualize_data.bin 中的核负载。</translation>
    </message>
    <message>
        <source>core %1 · %2 · %3</source>
        <translation>核 %1 · %2 · %3</translation>
    </message>
    <message>
        <source>%1: %2 of the cycles that this part spent on the kernel</source>
        <translation>%1：该部分在内核上所花周期的 %2</translation>
    </message>
    <message>
        <source>No shares of units: PipeUtilization.csv, ArithmeticUtilization.csv and the compute load of visualize_data.bin are missing.</source>
        <translation>没有各单元的占比：缺少 PipeUtilization.csv、ArithmeticUtilization.csv 和 visualize_data.bin 中的计算负载。</translation>
    </message>
    <message>
        <source>%1 hits, %2 misses</source>
        <translation>命中 %1，未命中 %2</translation>
    </message>
    <message>
        <source>%1: %2 of the accesses hit</source>
        <translation>%1：访问命中 %2</translation>
    </message>
    <message>
        <source>No cache hits: L2Cache.csv and the memory blocks of visualize_data.bin are missing.</source>
        <translation>没有缓存命中数据：缺少 L2Cache.csv 和 visualize_data.bin 中的内存块。</translation>
    </message>
</context>
<context>
    <name>jitscope::kerneldetailspanel::TuningView</name>
    <message>
        <source>the profile does not name its device; %1 is assumed</source>
        <translation>性能数据未指明设备；假设为 %1</translation>
    </message>
    <message>
        <source>no model of this device is known; %1 is assumed</source>
        <translation>没有此设备的模型；假设为 %1</translation>
    </message>
    <message>
        <source>From</source>
        <translation>源</translation>
    </message>
    <message>
        <source>To</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>传输量</translation>
    </message>
    <message>
        <source>Requests times the size of one on this path; a dash where that size is not known</source>
        <translation>请求数乘以该通路单次请求的大小；大小未知时为短横</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求数</translation>
    </message>
    <message>
        <source>As the device counted them</source>
        <translation>设备统计的值</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>Traffic / duration of the kernel, cores added up; 1 GB is 2^30 bytes here, as msprof op counts</source>
        <translation>传输量 / 内核时长，各核累加；此处 1 GB 为 2^30 字节，与 msprof op 的算法相同</translation>
    </message>
    <message>
        <source>Of peak</source>
        <translation>占峰值</translation>
    </message>
    <message>
        <source>Share of the bandwidth that the path can have, on the core that uses it most; a dash where msprof op knows no peak</source>
        <translation>占该通路可达带宽的比例，取使用最多的核；msprof op 不知道峰值时为短横</translation>
    </message>
    <message>
        <source>Bytes of</source>
        <translation>字节来自</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>操作数</translation>
    </message>
    <message>
        <source>op/B</source>
        <translation>op/B</translation>
    </message>
    <message>
        <source>Operations / bytes moved</source>
        <translation>操作数 / 传输字节数</translation>
    </message>
    <message>
        <source>TOPS</source>
        <translation>TOPS</translation>
    </message>
    <message>
        <source>Operations / duration of the kernel</source>
        <translation>操作数 / 内核时长</translation>
    </message>
    <message>
        <source>Possible</source>
        <translation>可达</translation>
    </message>
    <message>
        <source>The lower of compute peak and bandwidth × operations a byte</source>
        <translation>算力峰值与带宽 × 每字节操作数中较低者</translation>
    </message>
    <message>
        <source>Reached</source>
        <translation>达到</translation>
    </message>
    <message>
        <source>TOPS / possible TOPS</source>
        <translation>TOPS / 可达 TOPS</translation>
    </message>
    <message>
        <source>Bound by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>访存</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Roofs from</source>
        <translation>屋顶来源</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Facts, cores, pipes, caches</source>
        <translation>信息、核、流水线、缓存</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Traffic between the memories of a core</source>
        <translation>核内各存储之间的传输</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Where the kernel stands under the roofs</source>
        <translation>内核在屋顶下的位置</translation>
    </message>
    <message>
        <source>Hot spots</source>
        <translation>热点</translation>
    </message>
    <message>
        <source>Source lines and instructions by cost</source>
        <translation>按开销排列的源码行和指令</translation>
    </message>
    <message>
        <source>No instructions were counted</source>
        <translation>没有统计指令</translation>
    </message>
    <message>
        <source>They come from the simulator (msprof op simulator), or on a board from msprof op with --aic-metrics=Source and a kernel built with -g.</source>
        <translation>来自仿真器（msprof op simulator），或在板上以 --aic-metrics=Source 运行 msprof op 且内核用 -g 编译。</translation>
    </message>
    <message>
        <source>Core</source>
        <translation>核</translation>
    </message>
    <message>
        <source>Core whose traffic is shown</source>
        <translation>显示哪个核的传输</translation>
    </message>
    <message>
        <source>Paths between memories</source>
        <translation>存储之间的通路</translation>
    </message>
    <message>
        <source>No memory traffic was recorded</source>
        <translation>没有记录内存传输</translation>
    </message>
    <message>
        <source>Run msprof op with --aic-metrics=Memory,MemoryL0,MemoryUB (or Default); Memory.csv or the memory blocks of visualize_data.bin hold it.</source>
        <translation>请以 --aic-metrics=Memory,MemoryL0,MemoryUB（或 Default）运行 msprof op；数据在 Memory.csv 或 visualize_data.bin 的内存块中。</translation>
    </message>
    <message>
        <source>Points of the roofline chart</source>
        <translation>Roofline 图的点</translation>
    </message>
    <message>
        <source>No roofline can be drawn</source>
        <translation>无法画出 Roofline</translation>
    </message>
    <message>
        <source>It needs counted operations and traffic: run msprof op with --aic-metrics=Roofline (or Default), which writes them into visualize_data.bin.</source>
        <translation>需要统计的操作数和传输量：请以 --aic-metrics=Roofline（或 Default）运行 msprof op，它会把这些写入 visualize_data.bin。</translation>
    </message>
    <message>
        <source>all, added up</source>
        <translation>全部，累加</translation>
    </message>
    <message>
        <source>core %1</source>
        <translation>核 %1</translation>
    </message>
    <message>
        <source>Width of an arrow: bytes moved. Colour and percentage: share of the path&apos;s peak, where it is known.</source>
        <translation>箭头宽度：传输字节数。颜色和百分比：占该通路峰值的比例（已知时）。</translation>
    </message>
    <message numerus="yes">
        <source>%n more path(s) stand in the table.</source>
        <translation>
            <numerusform>表中还有 %n 条通路。</numerusform>
        </translation>
    </message>
    <message>
        <source>Roofs: %1</source>
        <translation>屋顶：%1</translation>
    </message>
</context>
<context>
    <name>jitscope::valuespanel::ValueSaver</name>
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
    <name>jitscope::valuespanel::ValueView</name>
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
    <name>jitscope::valuespanel::ValuesPanel</name>
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
    <name>jitscope::models::VariableModel</name>
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
    <name>jitscope::models::VariableView</name>
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
    <name>jitscope::shell::WaitDialog</name>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Quit without keeping</source>
        <translation>不保留并退出</translation>
    </message>
    <message>
        <source>Do not quit</source>
        <translation>不退出</translation>
    </message>
</context>
<context>
    <name>jitscope::watchpanel::WatchPanel</name>
    <message>
        <source>It is tried again in the next run, or when you edit it.</source>
        <translation>下次运行或您编辑它时会再次尝试。</translation>
    </message>
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
    <name>jitscope::watchpointspanel::WatchpointForm</name>
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
    <name>jitscope::watchpointspanel::WatchpointsPanel</name>
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
    <message>
        <source>Actual</source>
        <translation>实际值</translation>
    </message>
    <message>
        <source>On</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>On a hit</source>
        <translation>命中时</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>阈值</translation>
    </message>
    <message>
        <source>When</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>list</source>
        <translation>仅列出</translation>
    </message>
    <message>
        <source>stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>VariantTable</name>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Name and note</source>
        <translation>名称和备注</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Pin as baseline</source>
        <translation>固定为基线</translation>
    </message>
</context>
<context>
    <name>VariantRequests</name>
    <message>
        <source>Compile at O0</source>
        <translation>以 O0 编译</translation>
    </message>
    <message>
        <source>Compile at O1</source>
        <translation>以 O1 编译</translation>
    </message>
    <message>
        <source>Fuse these</source>
        <translation>融合这些节点</translation>
    </message>
    <message>
        <source>Fuse with %1</source>
        <translation>与 %1 融合</translation>
    </message>
    <message>
        <source>Refuse “%1” here</source>
        <translation>在此拒绝“%1”</translation>
    </message>
    <message>
        <source>Refuse every rule here</source>
        <translation>在此拒绝所有规则</translation>
    </message>
    <message>
        <source>Keep out of kernels</source>
        <translation>不进入内核</translation>
    </message>
    <message>
        <source>Compute in %1</source>
        <translation>以 %1 计算</translation>
    </message>
    <message>
        <source>New variant</source>
        <translation>新变体</translation>
    </message>
    <message>
        <source>Without %1</source>
        <translation>不用 %1</translation>
    </message>
    <message>
        <source>Without this run, %1</source>
        <translation>不用这次运行 %1</translation>
    </message>
    <message>
        <source>Compile up to here</source>
        <translation>只编译到这里</translation>
    </message>
    <message>
        <source>Run again behind</source>
        <translation>再次运行于其后</translation>
    </message>
    <message>
        <source>Move behind</source>
        <translation>移到其后</translation>
    </message>
    <message>
        <source>Fuse with</source>
        <translation>与之融合</translation>
    </message>
    <message>
        <source>It was compiled at this level</source>
        <translation>它就是以此级别编译的</translation>
    </message>
    <message>
        <source>New variant of “%1”</source>
        <translation>“%1”的新变体</translation>
    </message>
</context>
<context>
    <name>jitscope::passespanel::PassMeasures</name>
    <message>
        <source>Planning the memory of each stage</source>
        <translation>计划各阶段的内存</translation>
    </message>
    <message>
        <source>Looking for the passes that touched the node</source>
        <translation>查找与节点有关的优化遍</translation>
    </message>
    <message>
        <source>Check all stages against eager</source>
        <translation>将所有阶段与动态图比较</translation>
    </message>
    <message>
        <source>Time this pass</source>
        <translation>测量此优化遍</translation>
    </message>
    <message>
        <source>Running the function eagerly</source>
        <translation>以动态图运行函数</translation>
    </message>
    <message>
        <source>Checking passes against eager</source>
        <translation>将优化遍与动态图比较</translation>
    </message>
    <message>
        <source>Timing passes</source>
        <translation>测量优化遍</translation>
    </message>
</context>
<context>
    <name>TakeAway</name>
    <message>
        <source>Find culprit</source>
        <translation>查找出错的优化遍</translation>
    </message>
    <message>
        <source>Save the IR text</source>
        <translation>保存 IR 文本</translation>
    </message>
    <message>
        <source>IR text (*.ir)</source>
        <translation>IR 文本 (*.ir)</translation>
    </message>
    <message>
        <source>Writing the IR text</source>
        <translation>正在写入 IR 文本</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>Take out as a test case</source>
        <translation>取出为测试用例</translation>
    </message>
    <message>
        <source>This call…</source>
        <translation>此调用…</translation>
    </message>
    <message numerus="yes">
        <source>All that leads to it (%n call(s))…</source>
        <translation>
            <numerusform>通向它的全部（%n 个调用）…</numerusform>
        </translation>
    </message>
    <message>
        <source>The whole graph…</source>
        <translation>整个图…</translation>
    </message>
    <message>
        <source>Save the IR text…</source>
        <translation>保存 IR 文本…</translation>
    </message>
    <message>
        <source>Take out as a test case…</source>
        <translation>取出为测试用例…</translation>
    </message>
    <message>
        <source>Folder for the test case</source>
        <translation>测试用例的文件夹</translation>
    </message>
    <message>
        <source>Writing a test case</source>
        <translation>正在写入测试用例</translation>
    </message>
    <message>
        <source>Take these out as a test case…</source>
        <translation>将这些取出为测试用例…</translation>
    </message>
</context>
<context>
    <name>jitscope::culpritpanel::CulpritBar</name>
    <message>
        <source>Tolerance, of the largest magnitude</source>
        <translation>容差（相对于最大绝对值）</translation>
    </message>
    <message>
        <source>Function to search</source>
        <translation>要检查的函数</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>查找进度</translation>
    </message>
    <message>
        <source>Tolerance</source>
        <translation>容差</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Find culprit</source>
        <translation>查找出错的优化遍</translation>
    </message>
    <message>
        <source>End what is under way</source>
        <translation>结束正在进行的工作</translation>
    </message>
    <message>
        <source>Run the graph after each pass on the values of the first call, and find the first that gives others</source>
        <translation>用首次调用的值运行每个优化遍之后的图，找出第一个给出不同结果的优化遍</translation>
    </message>
</context>
<context>
    <name>jitscope::culpritpanel::CulpritPanel</name>
    <message>
        <source>Nothing was searched yet</source>
        <translation>尚未查找</translation>
    </message>
    <message>
        <source>Choose a function and press Find culprit: the captured graph, the graph after each pass and the compiled kernels run on the values of its first call, until one gives something else.</source>
        <translation>选择一个函数并按“查找出错的优化遍”：捕获的图、每个优化遍之后的图和编译好的内核都用其首次调用的值运行，直到有一个给出不同结果。</translation>
    </message>
    <message>
        <source>No function to search</source>
        <translation>没有可检查的函数</translation>
    </message>
    <message>
        <source>Run a script (F5) with a function that is compiled: one decorated with @jit, a layer in graph mode, or %graph f(x) in the console. Then a pass that changes what it computes can be found here.</source>
        <translation>运行一个含有被编译函数的脚本（F5）：用 @jit 修饰的函数、图模式下的层，或控制台中的 %graph f(x)。之后可在这里找出改变其计算结果的优化遍。</translation>
    </message>
    <message>
        <source>Show pass</source>
        <translation>显示优化遍</translation>
    </message>
    <message>
        <source>The graph before and after the pass, at the node</source>
        <translation>该优化遍前后的图，定位到节点</translation>
    </message>
    <message>
        <source>First</source>
        <translation>首个</translation>
    </message>
    <message>
        <source>The first element above the tolerance</source>
        <translation>第一个超出容差的元素</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>最大差异</translation>
    </message>
    <message>
        <source>The element that is furthest off</source>
        <translation>偏差最大的元素</translation>
    </message>
    <message>
        <source>Reduce…</source>
        <translation>缩减…</translation>
    </message>
    <message>
        <source>Make the function smaller while it still differs, and write what is left into a folder</source>
        <translation>在仍有差异的前提下缩小函数，并把剩下的部分写入文件夹</translation>
    </message>
    <message>
        <source>Test case…</source>
        <translation>测试用例…</translation>
    </message>
    <message>
        <source>Write the node with its inputs and expected outputs as a script that checks them</source>
        <translation>把节点及其输入和期望输出写成可自行检查的脚本</translation>
    </message>
    <message>
        <source>beginning</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Finding the culprit</source>
        <translation>正在查找出错的优化遍</translation>
    </message>
    <message>
        <source>It was stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>≠ differs</source>
        <translation>≠ 有差异</translation>
    </message>
    <message>
        <source>= all agree</source>
        <translation>= 全部一致</translation>
    </message>
    <message>
        <source>broken</source>
        <translation>无法编译</translation>
    </message>
    <message>
        <source>Folder for what is left of the function</source>
        <translation>存放函数剩余部分的文件夹</translation>
    </message>
    <message>
        <source>Reducing the function</source>
        <translation>正在缩减函数</translation>
    </message>
    <message>
        <source>%1 of %2 nodes are left, of %3 of %4 elements. %5 functions were compiled. Written: %6</source>
        <translation>剩下 %1 / %2 个节点，%3 / %4 个元素。共编译了 %5 个函数。已写入：%6</translation>
    </message>
    <message>
        <source>The captured graph leaves the eager values.</source>
        <translation>捕获的图偏离了逐算子执行的值。</translation>
    </message>
    <message>
        <source>A compiled kernel leaves the values of its operators; all passes are right.</source>
        <translation>有一个编译后的内核偏离了其算子的值；所有优化遍都正确。</translation>
    </message>
    <message>
        <source>The compiled kernel %1 leaves the values of its operators; all passes are right.</source>
        <translation>编译后的内核 %1 偏离了其算子的值；所有优化遍都正确。</translation>
    </message>
    <message>
        <source>Pass %1 is the first to leave the values of the captured graph.</source>
        <translation>优化遍 %1 是第一个偏离捕获图的值的。</translation>
    </message>
    <message>
        <source>Pass %1 is the first to leave the values of the captured graph, at %2.</source>
        <translation>优化遍 %1 是第一个偏离捕获图的值的，位于 %2。</translation>
    </message>
    <message>
        <source>It took the place of %1.</source>
        <translation>它取代了 %1。</translation>
    </message>
    <message>
        <source>Its rule: %1</source>
        <translation>其规则：%1</translation>
    </message>
    <message>
        <source>The value is %1.</source>
        <translation>该值为 %1。</translation>
    </message>
    <message>
        <source>Output %1:</source>
        <translation>输出 %1：</translation>
    </message>
    <message>
        <source>It is %1.</source>
        <translation>它是 %1。</translation>
    </message>
    <message>
        <source>first at %1: %2 instead of %3</source>
        <translation>首个在 %1：得到 %2，应为 %3</translation>
    </message>
    <message>
        <source>largest difference %1</source>
        <translation>最大差异 %1</translation>
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
        <source>%1 of %2 elements are off by more than the tolerance</source>
        <translation>%1 / %2 个元素的偏差超出容差</translation>
    </message>
    <message>
        <source>the captured graph</source>
        <translation>捕获的图</translation>
    </message>
    <message>
        <source>compiled</source>
        <translation>编译后</translation>
    </message>
    <message>
        <source>the result</source>
        <translation>结果</translation>
    </message>
    <message numerus="yes">
        <source>%n graph(s) were run</source>
        <translation>
            <numerusform>运行了 %n 个图</numerusform>
        </translation>
    </message>
    <message>
        <source>The variant does not compile, so only the passes before were run: %1</source>
        <translation>该变体无法编译，因此只运行了之前的优化遍：%1</translation>
    </message>
    <message>
        <source>All is well: every pass and every compiled kernel gives the values of the captured graph, run operator by operator as eager calls are.</source>
        <translation>一切正常：每个优化遍和每个编译后的内核都给出捕获图逐算子执行时的值。</translation>
    </message>
    <message>
        <source>Expected, by eager: %1</source>
        <translation>期望（逐算子执行）：%1</translation>
    </message>
    <message>
        <source>Actual, %1: %2</source>
        <translation>实际，%1：%2</translation>
    </message>
    <message>
        <source>under way, %1 %</source>
        <translation>进行中，%1 %</translation>
    </message>
    <message>
        <source>Tolerance: %1 of the largest element of each tensor, 100 times that for 16-bit floats; what rounding does comes on top.</source>
        <translation>容差：每个张量最大元素的 %1，16 位浮点为其 100 倍；舍入的影响另计。</translation>
    </message>
    <message>
        <source>a variant: %1</source>
        <translation>变体：%1</translation>
    </message>
    <message>
        <source>The tolerance goes by the largest element: smaller ones differ by up to %1 times themselves, by rounding after a cancellation or by a mistake.</source>
        <translation>容差以最大元素为准：较小的元素相差可达自身的 %1 倍，原因是相消后的舍入或错误。</translation>
    </message>
</context>
<context>
    <name>jitscope::tensorview::TensorPair</name>
    <message>
        <source>The tensor that is expected</source>
        <translation>期望的张量</translation>
    </message>
    <message>
        <source>The tensor that was computed</source>
        <translation>算出的张量</translation>
    </message>
</context>
<context>
    <name>Journey</name>
    <message>
        <source>unchanged</source>
        <translation>未改变</translation>
    </message>
    <message>
        <source>other inputs</source>
        <translation>输入不同</translation>
    </message>
    <message>
        <source>type or attributes changed</source>
        <translation>类型或属性改变</translation>
    </message>
    <message>
        <source>moved to @%1</source>
        <translation>移到 @%1</translation>
    </message>
    <message>
        <source>%1, with %2</source>
        <translation>%1，连同 %2</translation>
    </message>
    <message>
        <source>stands for it: %1</source>
        <translation>由它代替：%1</translation>
    </message>
    <message>
        <source>no rule was logged</source>
        <translation>没有记录规则</translation>
    </message>
    <message>
        <source>%1 removed by %2, rule %3: became %4</source>
        <translation>%1 被 %2 移除，规则 %3：变成 %4</translation>
    </message>
    <message>
        <source>%1 removed by %2, rule %3: %4 stands for it</source>
        <translation>%1 被 %2 移除，规则 %3：由 %4 代替</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1：%2（%3）</translation>
    </message>
    <message>
        <source>LLVM IR</source>
        <translation>LLVM IR</translation>
    </message>
    <message>
        <source>Assembly</source>
        <translation>汇编</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源码</translation>
    </message>
    <message>
        <source>Captured</source>
        <translation>捕获</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>%1 removed by %2: %3</source>
        <translation>%1 被 %2 移除：%3</translation>
    </message>
    <message>
        <source>%1 removed by %2, rule %3</source>
        <translation>%1 被 %2 移除，规则 %3</translation>
    </message>
    <message numerus="yes">
        <source>%n stage(s) unchanged</source>
        <translation>
            <numerusform>%n 个阶段未改变</numerusform>
        </translation>
    </message>
    <message>
        <source>Final graph</source>
        <translation>最终图</translation>
    </message>
    <message>
        <source>a constant</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>in @%1</source>
        <translation>在 @%1 中</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>input %1</source>
        <translation>输入 %1</translation>
    </message>
    <message>
        <source>the kernel</source>
        <translation>内核本身</translation>
    </message>
    <message>
        <source>%1 of kernel %2</source>
        <translation>内核 %2 的 %1</translation>
    </message>
    <message>
        <source>no code</source>
        <translation>没有代码</translation>
    </message>
    <message>
        <source>It was not compiled here.</source>
        <translation>它不是在这里编译的。</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 expanded by %2, rule %3: became %4</source>
        <translation>%1 被 %2 展开，规则 %3：变成 %4</translation>
    </message>
</context>
<context>
    <name>MemberGraph</name>
    <message>
        <source>input %1 · %2</source>
        <translation>输入 %1 · %2</translation>
    </message>
    <message>
        <source>output %1 · %2</source>
        <translation>输出 %1 · %2</translation>
    </message>
    <message>
        <source>in the noise</source>
        <translation>在噪声之内</translation>
    </message>
</context>
<context>
    <name>jitscope::kernelpanel::CodeListing</name>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>member %1, %2</source>
        <translation>成员 %1，%2</translation>
    </message>
    <message>
        <source>reads input %1</source>
        <translation>读取输入 %1</translation>
    </message>
    <message>
        <source>writes output %1</source>
        <translation>写入输出 %1</translation>
    </message>
    <message>
        <source>%1 samples, %2 %</source>
        <translation>%1 个采样，%2 %</translation>
    </message>
</context>
<context>
    <name>jitscope::journeypanel::JourneyPanel</name>
    <message>
        <source>No value is followed</source>
        <translation>没有追踪任何值</translation>
    </message>
    <message>
        <source>Select a source line or a node of a compiled graph: what each pass made of it appears here, down to the assembly of its kernel.</source>
        <translation>选择一行源码或编译图的一个节点：每个优化遍把它变成了什么都显示在这里，直到其内核的汇编。</translation>
    </message>
    <message>
        <source>What is followed</source>
        <translation>追踪什么</translation>
    </message>
    <message>
        <source>The value</source>
        <translation>这个值</translation>
    </message>
    <message>
        <source>The selected node alone</source>
        <translation>只有所选节点</translation>
    </message>
    <message>
        <source>Its whole line</source>
        <translation>整行</translation>
    </message>
    <message>
        <source>All that was captured on its source line</source>
        <translation>在其源码行上捕获的一切</translation>
    </message>
    <message>
        <source>From the source line to the assembly</source>
        <translation>从源码行到汇编</translation>
    </message>
    <message>
        <source>Following a value</source>
        <translation>正在追踪一个值</translation>
    </message>
    <message>
        <source>%1: %2 of %3 stages changed it</source>
        <translation>%1：%3 个阶段中有 %2 个改变了它</translation>
    </message>
    <message>
        <source>Open or close</source>
        <translation>展开或折叠</translation>
    </message>
    <message>
        <source>Show it in its panel</source>
        <translation>在其面板中显示</translation>
    </message>
    <message>
        <source>Copy the cell</source>
        <translation>复制单元格</translation>
    </message>
    <message>
        <source>Copy the whole strip</source>
        <translation>复制整条</translation>
    </message>
</context>
<context>
    <name>jitscope::passespanel::WhyNotPage</name>
    <message>
        <source>Nothing was refused.</source>
        <translation>没有被拒绝的内容。</translation>
    </message>
    <message>
        <source>Nothing was refused of it: no rule looked at it and turned it down. Everything lists what was refused elsewhere.</source>
        <translation>它没有被拒绝的内容：没有规则考察过它并加以拒绝。“全部”列出其他地方被拒绝的内容。</translation>
    </message>
    <message>
        <source>What is asked about</source>
        <translation>要问的是什么</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>The chosen node, with all that rules looked at it with</source>
        <translation>所选节点，以及各规则与它一起查看过的一切</translation>
    </message>
    <message>
        <source>Two nodes</source>
        <translation>两个节点</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>What stopped the chosen node&apos;s kernel from growing</source>
        <translation>是什么阻止了所选节点的内核继续扩大</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>All that the passes refused, by the predicate that failed</source>
        <translation>各优化遍拒绝的一切，按未成立的谓词分组</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>过滤</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>试一试</translation>
    </message>
    <message>
        <source>Predicates that failed</source>
        <translation>未成立的谓词</translation>
    </message>
    <message>
        <source>Candidates that were refused</source>
        <translation>被拒绝的候选</translation>
    </message>
    <message>
        <source>Reading what was refused</source>
        <translation>正在读取被拒绝的候选</translation>
    </message>
    <message>
        <source>Compile a variant with this change: %1</source>
        <translation>用此改动编译一个变体：%1</translation>
    </message>
    <message>
        <source>Choose a refusal first</source>
        <translation>请先选择一条拒绝</translation>
    </message>
    <message>
        <source>The two that were chosen (Ctrl+click) or asked about: Why not with, in the menu of a node</source>
        <translation>选中（Ctrl+单击）或询问过的两个节点：节点菜单中的“为何未与之融合”</translation>
    </message>
    <message>
        <source>%1: %2. Smallest change: %3</source>
        <translation>%1：%2。最小改动：%3</translation>
    </message>
    <message>
        <source>%1: %2. No change helps: %3</source>
        <translation>%1：%2。没有改动能奏效：%3</translation>
    </message>
</context>
<context>
    <name>StagePicker</name>
    <message>
        <source>at O1</source>
        <translation>O1 级</translation>
    </message>
    <message>
        <source>at O0</source>
        <translation>O0 级</translation>
    </message>
    <message>
        <source>compiled again</source>
        <translation>重新编译</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的 %1</translation>
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
        <source>Compiling a variant</source>
        <translation>正在编译变体</translation>
    </message>
</context>
<context>
    <name>StagesPanel</name>
    <message>
        <source>unchanged</source>
        <translation>未变</translation>
    </message>
    <message>
        <source>retyped</source>
        <translation>类型改变</translation>
    </message>
    <message>
        <source>re-attributed</source>
        <translation>属性改变</translation>
    </message>
    <message>
        <source>rewired</source>
        <translation>输入改变</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>被替换</translation>
    </message>
    <message>
        <source>split</source>
        <translation>拆分</translation>
    </message>
    <message>
        <source>fused</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>materialised</source>
        <translation>插入的转换</translation>
    </message>
    <message>
        <source>by ids and logs</source>
        <translation>依据标识与日志</translation>
    </message>
    <message>
        <source>by structure</source>
        <translation>依据结构</translation>
    </message>
    <message>
        <source>by operator and place</source>
        <translation>依据算子与位置</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>Nothing to compare</source>
        <translation>没有可对比的内容</translation>
    </message>
    <message>
        <source>Nodes and parameters: %1; matched %2</source>
        <translation>节点与参数：%1；匹配%2</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>左侧</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>右侧</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Matched</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>What the match rests on; by ids and logs it is exact</source>
        <translation>匹配的依据；依据标识与日志时是精确的</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Kernel on the left</source>
        <translation>左侧内核</translation>
    </message>
    <message>
        <source>Kernel on the right</source>
        <translation>右侧内核</translation>
    </message>
    <message>
        <source>Bytes, left</source>
        <translation>字节（左）</translation>
    </message>
    <message>
        <source>Read and written in one run</source>
        <translation>一次运行中读写的字节</translation>
    </message>
    <message>
        <source>Bytes, right</source>
        <translation>字节（右）</translation>
    </message>
    <message>
        <source>In both</source>
        <translation>共有</translation>
    </message>
    <message>
        <source>Members that the two kernels have in common</source>
        <translation>两个内核共有的成员</translation>
    </message>
    <message>
        <source>Only left</source>
        <translation>仅左侧</translation>
    </message>
    <message>
        <source>Members of the left kernel that are not in the right one</source>
        <translation>只在左侧内核中的成员</translation>
    </message>
    <message>
        <source>Only right</source>
        <translation>仅右侧</translation>
    </message>
    <message>
        <source>Members of the right kernel that are not in the left one</source>
        <translation>只在右侧内核中的成员</translation>
    </message>
    <message>
        <source>Compiled at O1</source>
        <translation>以 O1 编译</translation>
    </message>
    <message>
        <source>Compiled at O0</source>
        <translation>以 O0 编译</translation>
    </message>
    <message>
        <source>Given up: %1</source>
        <translation>撤销：%1</translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>All together</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Run time</source>
        <translation>运行时间</translation>
    </message>
    <message>
        <source>What it adds to one call: the mean of taking it behind those above it, and before those below it; ± at 99 % confidence</source>
        <translation>它使一次调用增加的时间：置于其上各项之后与置于其下各项之前两种顺序的平均；± 为 99 % 置信度</translation>
    </message>
    <message>
        <source>%1, within the noise</source>
        <translation>%1，在噪声之内</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>下发次数</translation>
    </message>
    <message>
        <source>Operators and kernels that run more in one call</source>
        <translation>一次调用中多运行的算子与内核</translation>
    </message>
    <message>
        <source>Bytes moved</source>
        <translation>搬运字节</translation>
    </message>
    <message>
        <source>Read and written more in one call, where that is known</source>
        <translation>一次调用中多读写的字节（已知部分）</translation>
    </message>
    <message>
        <source>Nodes and parameters: %1; nothing is matched</source>
        <translation>节点与参数：%1；没有匹配</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a basis of matches and how many rest on it</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 in @%2</source>
        <translation>%1（在 @%2 中）</translation>
    </message>
    <message>
        <source>%1 of them inside of fused kernels</source>
        <translation>其中 %1 个在融合内核之内</translation>
    </message>
</context>
<context>
    <name>jitscope::graphview::PassCompare</name>
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
    <message>
        <source>Graph on the left</source>
        <translation>左侧的图</translation>
    </message>
    <message>
        <source>Graph on the right</source>
        <translation>右侧的图</translation>
    </message>
    <message numerus="yes">
        <source>%n constant(s) merged</source>
        <translation>
            <numerusform>合并了 %n 个常量</numerusform>
        </translation>
    </message>
    <message>
        <source>Their users take an equal one of before. Constants stand in the cards and lines of their users, so both sides look alike; the page Why names them.</source>
        <translation>它们的使用者改用之前已有的相等常量。常量写在使用者的卡片和行中，所以两侧看起来相同；“原因”页列出它们。</translation>
    </message>
</context>
<context>
    <name>jitscope::models::StagePicker</name>
    <message>
        <source>compiled function or variant</source>
        <translation>已编译的函数或变体</translation>
    </message>
    <message>
        <source>the graph at this stage</source>
        <translation>该阶段的图</translation>
    </message>
</context>
<context>
    <name>jitscope::stagespanel::StagesPanel</name>
    <message>
        <source>Nothing to compare yet</source>
        <translation>尚无可对比的内容</translation>
    </message>
    <message>
        <source>Run a script in graph mode (F5) or open a folder of .ir files: any two stages of its functions, and of their variants, can be compared here.</source>
        <translation>以图模式运行脚本（F5）或打开 .ir 文件夹：可在此对比其函数及变体的任意两个阶段。</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>左侧</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>右侧</translation>
    </message>
    <message>
        <source>Swap left and right</source>
        <translation>交换左右</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>对比的内容</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Both graphs on one layout; what is on both sides stands in the same place</source>
        <translation>两个图共用一个布局；两侧都有的节点位置相同</translation>
    </message>
    <message>
        <source>IR text</source>
        <translation>IR 文本</translation>
    </message>
    <message>
        <source>Both graphs as text, line by line</source>
        <translation>两个图的文本，逐行对比</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>What became of each node and parameter, and why</source>
        <translation>每个节点和参数变成了什么，以及原因</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Fused kernels paired by their members</source>
        <translation>按成员配对的融合内核</translation>
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
        <translation>统一</translation>
    </message>
    <message>
        <source>fold</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>Show long runs of unchanged lines as one line each</source>
        <translation>把连续的未变行折叠为一行</translation>
    </message>
    <message>
        <source>Nodes that changed</source>
        <translation>有变化的节点</translation>
    </message>
    <message>
        <source>Kernels side by side</source>
        <translation>并排的内核</translation>
    </message>
    <message>
        <source>Show in the graph</source>
        <translation>在图中显示</translation>
    </message>
    <message>
        <source>Show in the IR text</source>
        <translation>在 IR 文本中显示</translation>
    </message>
    <message>
        <source>Comparing the stages</source>
        <translation>正在对比阶段</translation>
    </message>
    <message>
        <source>Nodes (%1)</source>
        <translation>节点（%1）</translation>
    </message>
    <message>
        <source>Kernels (%1)</source>
        <translation>内核（%1）</translation>
    </message>
    <message>
        <source>not timed</source>
        <translation>未计时</translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>Run time of the whole function: left %1, right %2; not timed against each other.</source>
        <translation>整个函数的运行时间：左侧 %1，右侧 %2；未相互轮流计时。</translation>
    </message>
    <message>
        <source>Right takes %1 as a whole function; against left, timed in turn: %2.</source>
        <translation>右侧整个函数用时 %1；与左侧轮流计时：%2。</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>What each decision that leads from left to right costs</source>
        <translation>从左侧到右侧的每个决定的代价</translation>
    </message>
    <message>
        <source>Decisions (%1)</source>
        <translation>决定（%1）</translation>
    </message>
</context>
<context>
    <name>jitscope::shell::RunSettings</name>
    <message>
        <source>There is no folder %1.</source>
        <translation>没有目录 %1。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; sets nothing: write NAME=value.</source>
        <translation>“%1”没有设置任何变量：请写成 NAME=value。</translation>
    </message>
    <message>
        <source>%1 would run something else than the script.</source>
        <translation>%1 会运行脚本以外的内容。</translation>
    </message>
</context>
<context>
    <name>jitscope::shell::RunSettingsDialog</name>
    <message>
        <source>NAME=value, one a line</source>
        <translation>NAME=value，每行一个</translation>
    </message>
    <message>
        <source>one folder a line</source>
        <translation>每行一个目录</translation>
    </message>
    <message>
        <source>Run settings of %1</source>
        <translation>%1 的运行设置</translation>
    </message>
    <message>
        <source>sys.argv behind the script; quotes hold words together</source>
        <translation>脚本之后的 sys.argv；引号把词连在一起</translation>
    </message>
    <message>
        <source>the folder that JitScope was started in</source>
        <translation>启动 JitScope 时的目录</translation>
    </message>
    <message>
        <source>Choose the working folder</source>
        <translation>选择工作目录</translation>
    </message>
    <message>
        <source>&amp;Arguments</source>
        <translation>参数(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Working folder</source>
        <translation>工作目录(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Environment</source>
        <translation>环境变量(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Module folders</source>
        <translation>模块目录(&amp;M)</translation>
    </message>
    <message>
        <source>Options of &amp;Python</source>
        <translation>Python 选项(&amp;P)</translation>
    </message>
    <message>
        <source>Working folder</source>
        <translation>工作目录</translation>
    </message>
</context>
<context>
    <name>jitscope::stagespanel::DecisionsPage</name>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Decisions and their shares</source>
        <translation>各决定及其份额</translation>
    </message>
    <message>
        <source>Compare without and with it</source>
        <translation>对比有无该决定</translation>
    </message>
    <message>
        <source>The two were captured apart: no decisions lead from one to the other.</source>
        <translation>两者分别捕获：没有从一方到另一方的决定。</translation>
    </message>
    <message>
        <source>Both sides are compiled in the same way.</source>
        <translation>两侧以相同方式编译。</translation>
    </message>
    <message>
        <source>Compiling and timing a variant for each decision …</source>
        <translation>正在为每个决定编译变体并计时……</translation>
    </message>
    <message>
        <source>One call on the left takes %1. The shares add up to the whole difference.</source>
        <translation>左侧一次调用耗时 %1。各份额之和为全部差异。</translation>
    </message>
    <message numerus="yes">
        <source>%n decision(s) lead from left to right. Measure compiles and times a variant for each, and shares the whole difference out over them.</source>
        <translation>
            <numerusform>从左侧到右侧有 %n 个决定。“测量”为每个决定编译一个变体并计时，把全部差异分摊到各决定。</numerusform>
        </translation>
    </message>
    <message>
        <source>Sharing the difference out</source>
        <translation>正在分摊差异</translation>
    </message>
</context>
<context>
    <name>CompileWords</name>
    <message>
        <source>function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>compilation</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>stage of passes</source>
        <translation>优化遍的阶段</translation>
    </message>
    <message>
        <source>cycle</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>pass</source>
        <translation>优化遍</translation>
    </message>
    <message>
        <source>rule: from the rewrite before to that of the rule, search and replacement</source>
        <translation>规则：从上一次改写到该规则的改写，包含查找与替换</translation>
    </message>
    <message>
        <source>search that ended without a rewrite</source>
        <translation>未产生改写的查找</translation>
    </message>
    <message>
        <source>fused kernel</source>
        <translation>融合内核</translation>
    </message>
    <message>
        <source>LLVM&apos;s own pass, analysis or step</source>
        <translation>LLVM 自身的优化遍、分析或步骤</translation>
    </message>
    <message>
        <source>line of the code while it was captured, without what it called</source>
        <translation>捕获时的代码行，不含其调用的内容</translation>
    </message>
    <message>
        <source>of no line: reading the source, making guards</source>
        <translation>不属于任何行：读取源码、生成守卫</translation>
    </message>
    <message>
        <source>the types of the nodes of that line</source>
        <translation>该行节点的类型推导</translation>
    </message>
    <message>
        <source>measured by none of the parts beside it</source>
        <translation>未被旁边任何部分计量</translation>
    </message>
    <message>
        <source>Waterfall</source>
        <translation>瀑布</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>优化遍</translation>
    </message>
    <message>
        <source>Cycle</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>number of axes</source>
        <translation>维数</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>number of items</source>
        <translation>元素个数</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>function object</source>
        <translation>函数对象</translation>
    </message>
    <message>
        <source>training mode</source>
        <translation>训练模式</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>in training</source>
        <translation>训练中</translation>
    </message>
    <message>
        <source>not in training</source>
        <translation>非训练</translation>
    </message>
    <message>
        <source>Give %1 the same number of axes each time (seen: %2).</source>
        <translation>每次都以相同的维数传入 %1（出现过：%2）。</translation>
    </message>
    <message>
        <source>Convert %1 to one dtype before the call, with astype() (seen: %2).</source>
        <translation>调用前用 astype() 将 %1 转换为同一数据类型（出现过：%2）。</translation>
    </message>
    <message>
        <source>Pass mutable(%1): its type counts then, not its value (seen: %2).</source>
        <translation>传入 mutable(%1)：此时只看类型，不看数值（出现过：%2）。</translation>
    </message>
    <message>
        <source>Or pass %1 as a Tensor: the constant becomes an input of the graph (seen: %2).</source>
        <translation>或将 %1 作为 Tensor 传入：常量成为图的输入（出现过：%2）。</translation>
    </message>
    <message>
        <source>Hand in %1 as an argument, as a Tensor or mutable(), instead of reading it from outside of the function (seen: %2).</source>
        <translation>将 %1 作为参数传入（Tensor 或 mutable()），而不是从函数外部读取（出现过：%2）。</translation>
    </message>
    <message>
        <source>Stack the items of %1 into one tensor, or fill them up to one number of items (seen: %2).</source>
        <translation>将 %1 的元素堆叠为一个张量，或补足为固定个数（出现过：%2）。</translation>
    </message>
    <message>
        <source>Pass one kind of value for %1 each time (seen: %2).</source>
        <translation>%1 每次都传入同一种值（出现过：%2）。</translation>
    </message>
    <message>
        <source>Call with one object as %1: a graph is made for each (seen: %2).</source>
        <translation>%1 始终使用同一个对象：每个对象都会生成一张图（出现过：%2）。</translation>
    </message>
    <message>
        <source>Decorate the function once, outside of the loop or function that makes it: each new function object is compiled anew (seen: %1).</source>
        <translation>只装饰一次，放在创建它的循环或函数之外：每个新的函数对象都会重新编译（出现过：%1）。</translation>
    </message>
    <message>
        <source>Set %1 once, before the first call (seen: %2).</source>
        <translation>在首次调用之前将 %1 设置一次（出现过：%2）。</translation>
    </message>
    <message>
        <source>One graph for each value of %1 is what it is for, while the values come back (seen: %2).</source>
        <translation>只要取值会重复出现，%1 的每个取值各有一张图就是预期的（出现过：%2）。</translation>
    </message>
    <message>
        <source>Change weights in place, as ops.assign() does: set_data() gives them other memory.</source>
        <translation>像 ops.assign() 那样原地修改权重：set_data() 会换用另一块内存。</translation>
    </message>
    <message>
        <source>Nothing is known that would have avoided it.</source>
        <translation>没有已知的办法可以避免这次编译。</translation>
    </message>
    <message>
        <source>no rewrite</source>
        <translation>无改写</translation>
    </message>
    <message>
        <source>outside of lines</source>
        <translation>不属于任何行</translation>
    </message>
    <message>
        <source>type inference</source>
        <translation>类型推导</translation>
    </message>
    <message>
        <source>unaccounted</source>
        <translation>未计入</translation>
    </message>
    <message>
        <source>another function object of the same source: %1 instead of %2</source>
        <translation>同一源码的另一个函数对象：%1，此前为 %2</translation>
    </message>
    <message>
        <source>argument %1: %2 instead of %3</source>
        <translation>参数 %1：%2，此前为 %3</translation>
    </message>
    <message>
        <source>%1: %2 instead of %3</source>
        <translation>%1：%2，此前为 %3</translation>
    </message>
    <message>
        <source>first compilation of the function</source>
        <translation>该函数的首次编译</translation>
    </message>
    <message>
        <source>It saves %1 of the run&apos;s compilations, %2.</source>
        <translation>可省去本次运行的 %1 次编译，共 %2。</translation>
    </message>
    <message>
        <source>%1 compiled</source>
        <translation>%1 个已编译</translation>
    </message>
    <message>
        <source>%1 from memory</source>
        <translation>%1 个来自内存</translation>
    </message>
    <message>
        <source>%1 from disk</source>
        <translation>%1 个来自磁盘</translation>
    </message>
    <message>
        <source>%1 not compiled</source>
        <translation>%1 个未编译</translation>
    </message>
    <message>
        <source>%1 of unknown origin</source>
        <translation>%1 个来源未知</translation>
    </message>
    <message>
        <source>no kernels</source>
        <translation>无内核</translation>
    </message>
    <message>
        <source>jit(dynamic=1) makes one graph for all shapes of %1 from the second shape on, unless what is computed depends on them (seen: %2).</source>
        <translation>使用 jit(dynamic=1)，从第二种形状起，%1 的所有形状共用一张图，除非计算内容取决于形状（出现过：%2）。</translation>
    </message>
    <message>
        <source>jit(capture_mode=&quot;ast&quot;, dynamic=1) makes one graph for all shapes of %1 from the second shape on, unless what is computed depends on them (seen: %2).</source>
        <translation>使用 jit(capture_mode=&quot;ast&quot;, dynamic=1)，从第二种形状起，%1 的所有形状共用一张图，除非计算内容取决于形状（出现过：%2）。</translation>
    </message>
    <message>
        <source>Pad %1 to %2 before the call, which holds all sizes that were compiled (%3).</source>
        <translation>调用前将 %1 填充到 %2，即可容纳所有已编译的大小（%3）。</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>%1, %2 and %3 more</source>
        <translation>%1、%2 以及另外 %3 个</translation>
    </message>
    <message>
        <source>Pad %1 before the call to one size that holds all that you pass. Which sizes ran in the graph with free dimensions is not recorded (compiled for: %2).</source>
        <translation>在调用前把 %1 填充到能容纳所有传入大小的同一尺寸。带自由维度的图运行过哪些尺寸没有记录（已编译：%2）。</translation>
    </message>
    <message>
        <source>compare with earlier graphs</source>
        <translation>与先前的图比较</translation>
    </message>
    <message>
        <source>load the front end</source>
        <translation>加载前端</translation>
    </message>
    <message>
        <source>read the source</source>
        <translation>读源代码</translation>
    </message>
    <message>
        <source>make parameters</source>
        <translation>建立参数</translation>
    </message>
    <message>
        <source>capture that began anew</source>
        <translation>重新开始的捕获</translation>
    </message>
    <message>
        <source>return results</source>
        <translation>返回结果</translation>
    </message>
    <message>
        <source>describe the call</source>
        <translation>描述调用</translation>
    </message>
    <message>
        <source>make gradients</source>
        <translation>生成梯度</translation>
    </message>
    <message>
        <source>read the bytecode</source>
        <translation>读字节码</translation>
    </message>
    <message>
        <source>make guards and results</source>
        <translation>生成守卫与结果</translation>
    </message>
    <message>
        <source>capture</source>
        <translation>捕获</translation>
    </message>
    <message>
        <source>verify</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>passes</source>
        <translation>优化遍</translation>
    </message>
    <message>
        <source>codegen</source>
        <translation>代码生成</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>执行计划</translation>
    </message>
    <message>
        <source>checks</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>snapshots</source>
        <translation>快照</translation>
    </message>
    <message>
        <source>loops</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>link</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>build</source>
        <translation>构建模块</translation>
    </message>
    <message>
        <source>emit</source>
        <translation>生成机器码</translation>
    </message>
</context>
<context>
    <name>jitscope::compilepanel::CompilePanel</name>
    <message>
        <source>Compiled function</source>
        <translation>编译的函数</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Which compilation of the function it is</source>
        <translation>是该函数的第几次编译</translation>
    </message>
    <message>
        <source>Differs in</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Compiled because</source>
        <translation>编译原因</translation>
    </message>
    <message>
        <source>What differs from the nearest earlier compilation of the function</source>
        <translation>与该函数最接近的先前编译的差异</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Nearest</source>
        <translation>最接近的</translation>
    </message>
    <message>
        <source>This</source>
        <translation>本次</translation>
    </message>
    <message>
        <source>First run</source>
        <translation>首次运行</translation>
    </message>
    <message>
        <source>Of the graph; of a trace it is a part of the capture</source>
        <translation>图的首次运行；对 trace 而言属于捕获的一部分</translation>
    </message>
    <message>
        <source>First to later</source>
        <translation>首次比后续</translation>
    </message>
    <message>
        <source>Code of kernels</source>
        <translation>内核代码</translation>
    </message>
    <message>
        <source>Compiled, or found in the cache in memory or on disk</source>
        <translation>已编译，或在内存、磁盘缓存中找到</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间位置</translation>
    </message>
    <message>
        <source>from %1 %</source>
        <translation>自 %1 %</translation>
    </message>
    <message>
        <source>Nothing was compiled yet</source>
        <translation>尚未编译任何内容</translation>
    </message>
    <message>
        <source>Run a script with @jit or in graph mode (F5): where the time of each compilation goes, and why functions are compiled again, stands here.</source>
        <translation>运行带 @jit 的脚本或以图模式运行（F5）：每次编译的耗时去向以及函数为何重新编译会显示在这里。</translation>
    </message>
    <message>
        <source>Compile time</source>
        <translation>编译耗时</translation>
    </message>
    <message>
        <source>Longest pass</source>
        <translation>最长的优化遍</translation>
    </message>
    <message>
        <source>Choose the pass that takes most compile time</source>
        <translation>选中编译耗时最多的优化遍</translation>
    </message>
    <message>
        <source>What of compiling</source>
        <translation>编译的哪一方面</translation>
    </message>
    <message>
        <source>Where the time went</source>
        <translation>时间花在哪里</translation>
    </message>
    <message>
        <source>First calls</source>
        <translation>首次调用</translation>
    </message>
    <message>
        <source>First call of each graph apart from later ones</source>
        <translation>每张图的首次调用与后续调用分开列出</translation>
    </message>
    <message>
        <source>Compiled again</source>
        <translation>重新编译</translation>
    </message>
    <message>
        <source>Why functions were compiled again</source>
        <translation>函数为何重新编译</translation>
    </message>
    <message>
        <source>Add up by</source>
        <translation>汇总方式</translation>
    </message>
    <message>
        <source>Which compilation</source>
        <translation>哪一次编译</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>All compilations</source>
        <translation>全部编译</translation>
    </message>
    <message numerus="yes">
        <source>%n compilation(s)</source>
        <translation>
            <numerusform>%n 次编译</numerusform>
        </translation>
    </message>
    <message>
        <source>longest pass: %1, %2</source>
        <translation>最长的优化遍：%1，%2</translation>
    </message>
    <message>
        <source>Of the program&apos;s own compile, from the begin of the call until the graph could run: capture, passes, code generation, plan. Code of kernels that came from a cache makes it shorter, see there.</source>
        <translation>程序自身的编译，从调用开始到图可以运行：捕获、优化遍、代码生成、规划。内核的代码来自缓存时会更短，见该列。</translation>
    </message>
    <message>
        <source>Later call</source>
        <translation>之后的调用</translation>
    </message>
    <message>
        <source>The time of one: the median of the calls behind the first</source>
        <translation>单次的时间：首次之后各次调用的中位数</translation>
    </message>
    <message>
        <source>Number of later calls</source>
        <translation>之后的调用次数</translation>
    </message>
    <message>
        <source>How many calls came behind the first: the median is of these</source>
        <translation>首次之后的调用有多少次：中位数即取自它们</translation>
    </message>
    <message>
        <source>Compile time and first run together take as long as so many later calls</source>
        <translation>编译时间与首次运行合计相当于多少次之后的调用</translation>
    </message>
    <message>
        <source>compile time %1</source>
        <translation>编译时间 %1</translation>
    </message>
    <message>
        <source>Compile time is all of a compile: capture, passes, code generation, plan and what lies between them. The list of passes has the passes&apos; share below it.</source>
        <translation>编译时间是编译的全部：捕获、优化遍、代码生成、规划以及其间的部分。优化遍列表下方是其中优化遍的时间。</translation>
    </message>
    <message>
        <source>A compile is measured once, so nobody knows how far its time scatters. Bench measures in turn how long a function takes to prepare</source>
        <translation>一次编译只测量一次，无从得知其耗时的波动范围。“基准测试”面板会交替测量函数的准备耗时</translation>
    </message>
    <message>
        <source>Δ time</source>
        <translation>Δ 耗时</translation>
    </message>
    <message>
        <source>Δ later call</source>
        <translation>Δ 后续调用</translation>
    </message>
    <message>
        <source>Δ compile time</source>
        <translation>Δ 编译耗时</translation>
    </message>
    <message>
        <source>Here less that of the same compile in the baseline. Both are measured once</source>
        <translation>此处减去基线中同一编译的耗时。两者都只测量一次</translation>
    </message>
    <message>
        <source>The baseline has no such compile, or no later call of it</source>
        <translation>基线中没有这次编译，或没有它的后续调用</translation>
    </message>
    <message>
        <source>The median here less that of the baseline; grey within noise</source>
        <translation>此处的中位数减去基线的中位数；在噪声范围内为灰色</translation>
    </message>
    <message>
        <source>differences are to %1; “?”: too few measurements to tell</source>
        <translation>差值相对于 %1；“?”表示测量次数太少，无法判断</translation>
    </message>
    <message>
        <source>passes: in no stage</source>
        <translation>passes：不属于任何阶段</translation>
    </message>
    <message>
        <source>passes: in no pass</source>
        <translation>passes：不属于任何 pass</translation>
    </message>
    <message>
        <source>passes: in no cycle</source>
        <translation>passes：不属于任何循环</translation>
    </message>
    <message>
        <source>passes: by no rule</source>
        <translation>passes：不由任何规则产生</translation>
    </message>
    <message>
        <source>Only where it began and the sum of its time were recorded</source>
        <translation>只记录了开始位置和时间总和</translation>
    </message>
    <message numerus="yes">
        <source>%n stretch(es)</source>
        <translation>
            <numerusform>%n 段</numerusform>
        </translation>
    </message>
    <message>
        <source>On an axis of compile time alone: compilations stand one right behind the other, a dotted line marks where the time between them is left out. Pale: begins there, and only the sum of its time is known</source>
        <translation>此轴只含编译时间：各次编译首尾相接，虚线标出省略了它们之间时间的位置。浅色表示从该处开始，只知道时间总和</translation>
    </message>
    <message>
        <source>Time here less that of the baseline, sorted by its size; grey with ≈ within noise, with ? where it is measured too seldom to tell</source>
        <translation>此处时间减去基线时间，按差值大小排序；灰色带 ≈ 表示在噪声之内，带 ? 表示测量次数太少，无法判断</translation>
    </message>
    <message>
        <source>Left out here: %1 between two compilations, as the timeline shows it.</source>
        <translation>此处省略了两次编译之间的 %1，时间线上可以看到。</translation>
    </message>
    <message>
        <source>Compiles that were under way in the marked range count whole.</source>
        <translation>在标记范围内进行过的编译整个计入。</translation>
    </message>
    <message>
        <source>No row has “%1” in it.</source>
        <translation>没有一行含有“%1”。</translation>
    </message>
    <message>
        <source>Nothing that is looked for was compiled in the marked range.</source>
        <translation>标记的范围内没有编译所查找的内容。</translation>
    </message>
    <message>
        <source>Made ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>From the end of the compile until the graph began to run: writing the compile down, guards, the entry for later calls. Compile time, this and the first run are the whole of the first call</source>
        <translation>从编译结束到图开始运行：记下编译、守卫、以后调用的入口。编译时间、这一段与首次运行合起来就是首次调用的全部</translation>
    </message>
    <message>
        <source>no. %1</source>
        <translation>第 %1 个</translation>
    </message>
    <message>
        <source>what a pass changed is verified behind it; in the time of no pass</source>
        <translation>每个优化遍改动的内容在其后校验；不计入任何优化遍的时间</translation>
    </message>
    <message>
        <source>the graphs behind all passes are kept for this window; in the time of no pass</source>
        <translation>为本窗口保存每个优化遍之后的图；不计入任何优化遍的时间</translation>
    </message>
</context>
<context>
    <name>jitscope::compilepanel::CompilationsPage</name>
    <message>
        <source>Compiled functions, first call and later ones</source>
        <translation>编译的函数：首次调用与后续调用</translation>
    </message>
</context>
<context>
    <name>jitscope::compilepanel::RecompilationsPage</name>
    <message>
        <source>Compilations and what differs from the nearest earlier one</source>
        <translation>各次编译及其与最接近的先前编译的差异</translation>
    </message>
    <message>
        <source>What differs from the nearest earlier compilation</source>
        <translation>与最接近的先前编译的差异</translation>
    </message>
    <message>
        <source>Compare graphs</source>
        <translation>对比图</translation>
    </message>
    <message>
        <source>Compare the final graphs of both compilations</source>
        <translation>对比两次编译的最终图</translation>
    </message>
    <message>
        <source>Go to the nearest</source>
        <translation>转到最接近的</translation>
    </message>
    <message>
        <source>Choose the nearest compilation</source>
        <translation>选中最接近的编译</translation>
    </message>
    <message>
        <source>Choose a compilation to see what differs.</source>
        <translation>选择一次编译以查看差异。</translation>
    </message>
    <message>
        <source>The nearest earlier compilation: %1</source>
        <translation>最接近的先前编译：%1</translation>
    </message>
    <message>
        <source>The first compilation of its function; nothing avoids it.</source>
        <translation>这是该函数的首次编译，无法避免。</translation>
    </message>
    <message numerus="yes">
        <source>No function was compiled again: each of the %n compilation(s) is the first of its function.</source>
        <translation>
            <numerusform>没有函数被再次编译：%n 次编译都是各自函数的第一次。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::benchpanel::BenchPanel</name>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>forward + backward</source>
        <translation>前向 + 反向</translation>
    </message>
    <message>
        <source>too few rounds to tell</source>
        <translation>轮次太少，无法判断</translation>
    </message>
    <message>
        <source>within noise</source>
        <translation>在噪声之内</translation>
    </message>
    <message>
        <source>%1× faster</source>
        <translation>%1 倍速</translation>
    </message>
    <message>
        <source>%1× slower</source>
        <translation>%1 倍用时</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相等</translation>
    </message>
    <message>
        <source>within %1</source>
        <translation>相差不超过 %1</translation>
    </message>
    <message>
        <source>≠ differs</source>
        <translation>≠ 不同</translation>
    </message>
    <message>
        <source>%1, within noise</source>
        <translation>%1，在噪声之内</translation>
    </message>
    <message>
        <source>%1: cannot run: %2</source>
        <translation>%1：无法运行：%2</translation>
    </message>
    <message>
        <source>%1: not measured yet</source>
        <translation>%1：尚未测量</translation>
    </message>
    <message>
        <source>%1: %2 for a call, the median is between %3 and %4 with 95 % confidence</source>
        <translation>%1：每次调用 %2，中位数以 95 % 的置信度在 %3 与 %4 之间</translation>
    </message>
    <message>
        <source>90 % take at most %1, the shortest %2</source>
        <translation>90 % 不超过 %1，最短 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) of %1 calls each</source>
        <translation>
            <numerusform>%n 个样本，每个 %1 次调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outlier(s)</source>
        <translation>
            <numerusform>%n 个离群值</numerusform>
        </translation>
    </message>
    <message>
        <source>prepared in %1</source>
        <translation>准备用时 %1</translation>
    </message>
    <message>
        <source>against eager: %1</source>
        <translation>相对动态图：%1</translation>
    </message>
    <message>
        <source>against O0: %1</source>
        <translation>相对 O0：%1</translation>
    </message>
    <message>
        <source>cannot run: %1</source>
        <translation>无法运行：%1</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Prepare</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>From the function to its first result: capture, passes, kernels and one call</source>
        <translation>从函数到第一个结果：捕获、优化遍、内核和一次调用</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>再次</translation>
    </message>
    <message>
        <source>The same for the same function made anew, when its kernels are known already</source>
        <translation>重新制作同一函数时的同一时间，此时其内核已经有了</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Median of a call, and half the distance between the quartiles</source>
        <translation>一次调用的中位数，以及四分位距的一半</translation>
    </message>
    <message>
        <source>P90</source>
        <translation>P90</translation>
    </message>
    <message>
        <source>What 90 % of the samples take at most</source>
        <translation>90 % 的样本不超过的时间</translation>
    </message>
    <message>
        <source>Against eager</source>
        <translation>相对动态图</translation>
    </message>
    <message>
        <source>The middle one of the ratios of the rounds (Hodges-Lehmann), in each of which both were measured right behind each other; it need not be that of the medians. Named where it is beyond chance (1 %) and beyond what eager differs from itself; else within noise</source>
        <translation>各轮比值的中间值（Hodges-Lehmann 估计）；每一轮中两者紧接着测量，因此不一定等于中位数之比。仅当差异超出偶然（1 %）且超出 eager 与自身的差异时给出，否则在噪声范围内</translation>
    </message>
    <message>
        <source>Against O0</source>
        <translation>相对 O0</translation>
    </message>
    <message>
        <source>The same against the row at O0 that is captured alike: what the level brings</source>
        <translation>同样的比较，但相对于捕获方式相同的 O0 行：该级别带来的收益</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Results and written weights of one call against those of eager</source>
        <translation>一次调用的结果和写入的权重，与动态图对照</translation>
    </message>
    <message>
        <source>To JitScope</source>
        <translation>相对 JitScope</translation>
    </message>
    <message>
        <source>The time in the other Python by that here: above 1 it is slower there</source>
        <translation>另一个 Python 中的时间除以这里的时间：大于 1 表示那边较慢</translation>
    </message>
    <message>
        <source>Nothing was measured yet</source>
        <translation>还没有测量</translation>
    </message>
    <message>
        <source>Choose a function and press Measure: it runs eagerly, and as a graph by each capture at each level, on what its first call was given, in a process of its own.</source>
        <translation>选择一个函数并按“测量”：它以首次调用的输入，在单独的进程中以动态图运行，并以每种捕获方式、每个级别作为图运行。</translation>
    </message>
    <message>
        <source>No script to measure</source>
        <translation>没有可测量的脚本</translation>
    </message>
    <message>
        <source>Run a script (F5). Each of its functions, and any expression, can then be measured in every way to run it: eagerly, and by each capture at each level.</source>
        <translation>运行一个脚本（F5）。之后它的每个函数以及任意表达式都可以按所有运行方式测量：动态图，以及每种捕获方式的每个级别。</translation>
    </message>
    <message>
        <source>Save as CSV</source>
        <translation>保存为 CSV</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Save as HTML</source>
        <translation>保存为 HTML</translation>
    </message>
    <message>
        <source>HTML page (*.html)</source>
        <translation>HTML 页面 (*.html)</translation>
    </message>
    <message>
        <source>Time of a call by row</source>
        <translation>各行一次调用的时间</translation>
    </message>
    <message>
        <source>Rows with their times</source>
        <translation>各行及其时间</translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation>正在测量</translation>
    </message>
    <message>
        <source>It was stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>beginning</source>
        <translation>正在开始</translation>
    </message>
    <message>
        <source>noise %1 % (%2)</source>
        <translation>噪声 %1 %（%2）</translation>
    </message>
    <message>
        <source>the device is simulated: times are those of the CPU that computes for it</source>
        <translation>设备是模拟的：时间是为其计算的 CPU 的时间</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>%1, too few rounds to tell</source>
        <translation>%1，轮次太少，无法判断</translation>
    </message>
    <message>
        <source>starting Python</source>
        <translation>启动 Python</translation>
    </message>
    <message>
        <source>running the script</source>
        <translation>运行脚本</translation>
    </message>
    <message>
        <source>compiling for the first time, which no row pays for</source>
        <translation>首次编译，不计入任何一行</translation>
    </message>
    <message>
        <source>preparing %1</source>
        <translation>准备 %1</translation>
    </message>
    <message>
        <source>warming up %1, %2</source>
        <translation>预热 %1，%2</translation>
    </message>
    <message>
        <source>timing, round %1</source>
        <translation>计时，第 %1 轮</translation>
    </message>
    <message>
        <source>What is shown of the rows</source>
        <translation>各行的显示方式</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>The rows as bars</source>
        <translation>各行的条形图</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>The rows with all figures</source>
        <translation>各行的全部数值</translation>
    </message>
    <message numerus="yes">
        <source>without %n row(s) of GE, the backend of Ascend: the script runs on %1</source>
        <translation>
            <numerusform>不含 GE（Ascend 的后端）的 %n 行：脚本在 %1 上运行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::benchpanel::BenchBar</name>
    <message>
        <source>All rows</source>
        <translation>所有行</translation>
    </message>
    <message>
        <source>Forward only</source>
        <translation>仅前向</translation>
    </message>
    <message>
        <source>Forward + backward only</source>
        <translation>仅前向 + 反向</translation>
    </message>
    <message>
        <source>Eager, ast at O0 and O1</source>
        <translation>动态图，ast 的 O0 与 O1</translation>
    </message>
    <message>
        <source>The captures at O1</source>
        <translation>各捕获方式的 O1</translation>
    </message>
    <message>
        <source>Seconds for each row</source>
        <translation>每行的秒数</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Take the table away</source>
        <translation>带走这张表</translation>
    </message>
    <message>
        <source>Function to measure</source>
        <translation>要测量的函数</translation>
    </message>
    <message>
        <source>Expression to measure</source>
        <translation>要测量的表达式</translation>
    </message>
    <message>
        <source>an expression of the script's names, such as f(x, y)</source>
        <translation>由脚本中的名称组成的表达式，例如 f(x, y)</translation>
    </message>
    <message>
        <source>Rows to measure</source>
        <translation>要测量的行</translation>
    </message>
    <message>
        <source>all rows</source>
        <translation>所有行</translation>
    </message>
    <message>
        <source>Words that a row has to have, alternatives between commas: ast O1, trace forward. The words are eager, ast, bytecode, trace, O0, O1, GE, fullgraph, forward and backward.</source>
        <translation>一行必须含有的词，逗号之间为备选：ast O1, trace forward。可用的词有 eager、ast、bytecode、trace、O0、O1、GE、fullgraph、forward 和 backward。</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Choose rows</source>
        <translation>选择行</translation>
    </message>
    <message>
        <source>How many seconds each row is timed</source>
        <translation>每行计时多少秒</translation>
    </message>
    <message>
        <source>s each</source>
        <translation>秒/行</translation>
    </message>
    <message>
        <source>Another Python to measure in</source>
        <translation>同时用来测量的另一个 Python</translation>
    </message>
    <message>
        <source>another Python: MindSpore, PyTorch</source>
        <translation>另一个 Python：MindSpore、PyTorch</translation>
    </message>
    <message>
        <source>The path of a Python that has MindSpore or PyTorch installed: the same rows are measured there, in turn, and held against those here. PyTorch runs what was captured of the function, eagerly beside eager and by torch.compile beside the rows of graphs</source>
        <translation>装有 MindSpore 或 PyTorch 的 Python 的路径：相同的行在那里轮流测量，并与这里的对照。PyTorch 运行从函数捕获的内容：即时执行与 eager 行并列，torch.compile 与各图行并列</translation>
    </message>
    <message>
        <source>Progress of the measuring</source>
        <translation>测量进度</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>CSV…</source>
        <translation>CSV…</translation>
    </message>
    <message>
        <source>HTML page…</source>
        <translation>HTML 页面…</translation>
    </message>
    <message>
        <source>An expression…</source>
        <translation>一个表达式…</translation>
    </message>
    <message>
        <source>Type an expression, such as f(x, y), or choose a function.</source>
        <translation>输入一个表达式，例如 f(x, y)，或选择一个函数。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>End the measuring; what was measured stays</source>
        <translation>结束测量；已测量的保留</translation>
    </message>
    <message>
        <source>Run the script in a process of its own until the function was called, then measure every row in turn</source>
        <translation>在单独的进程中运行脚本直到调用该函数，然后轮流测量每一行</translation>
    </message>
</context>
<context>
    <name>jitscope::flamepanel::FlamePanel</name>
    <message>
        <source>Zoom as before (Backspace)</source>
        <translation>回到上一次缩放（Backspace）</translation>
    </message>
    <message>
        <source>Zoom again (Shift+Backspace)</source>
        <translation>再次缩放（Shift+Backspace）</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Show all operators (Esc)</source>
        <translation>显示全部算子（Esc）</translation>
    </message>
    <message>
        <source>Frames are</source>
        <translation>帧为</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Functions of the Python stack</source>
        <translation>Python 调用栈中的函数</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>Cell</translation>
    </message>
    <message>
        <source>Cells that operators ran in</source>
        <translation>算子所在的 Cell</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>Top down</source>
        <translation>自顶向下</translation>
    </message>
    <message>
        <source>Callers above what they call</source>
        <translation>调用者在被调用者上方</translation>
    </message>
    <message>
        <source>Bottom up</source>
        <translation>自底向上</translation>
    </message>
    <message>
        <source>Operators first, below each those who called it</source>
        <translation>先列算子，其下为调用者</translation>
    </message>
    <message>
        <source>find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>No operator ran yet</source>
        <translation>尚未运行任何算子</translation>
    </message>
    <message>
        <source>Run a script (F5); each operator&apos;s time hangs below what called it.</source>
        <translation>运行脚本（F5）；每个算子的时间列在其调用者之下。</translation>
    </message>
    <message>
        <source>Drawing the flame graph</source>
        <translation>正在绘制火焰图</translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s), %1 %</source>
        <translation>
            <numerusform>%n 帧，%1 %</numerusform>
        </translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Copy folded stacks</source>
        <translation>复制折叠栈</translation>
    </message>
    <message>
        <source>Only these</source>
        <translation>仅这些</translation>
    </message>
    <message>
        <source>Without these</source>
        <translation>排除这些</translation>
    </message>
    <message>
        <source>equal in the baseline</source>
        <translation>与基线相同</translation>
    </message>
    <message>
        <source>new: the baseline has none</source>
        <translation>新增：基线中没有</translation>
    </message>
    <message>
        <source>%1 against the baseline (%2); noise is up to ± %3</source>
        <translation>相对基线 %1（基线 %2）；噪声至多 ± %3</translation>
    </message>
    <message>
        <source>%1 against the baseline (%2): within noise, up to ± %3 says nothing</source>
        <translation>相对基线 %1（基线 %2）：在噪声之内，± %3 以内不能说明问题</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>All operators: %1</source>
        <translation>全部算子：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s) only in the baseline, %1</source>
        <translation>
            <numerusform>%n 帧仅基线中有，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>total	self	calls	frame</source>
        <translation>总计	自身	调用次数	帧</translation>
    </message>
    <message>
        <source>The baseline %1 never was at the marked range: no differences.</source>
        <translation>基线 %1 没有运行到标记的时间段：不显示差异。</translation>
    </message>
    <message>
        <source>No operator is left by the filters.</source>
        <translation>过滤条件没有留下任何算子。</translation>
    </message>
    <message>
        <source>Frames have the operators&apos; time alone.</source>
        <translation>各帧只有算子的时间。</translation>
    </message>
    <message>
        <source>%1 against the baseline (%2): too few calls to know the noise</source>
        <translation>与基线相差 %1（%2）：调用次数太少，噪声未知</translation>
    </message>
    <message>
        <source>No slice lies in the marked stretch.</source>
        <translation>标记的区段内没有切片。</translation>
    </message>
    <message>
        <source>Slices stand below their lanes, as they are nested there.</source>
        <translation>切片按其嵌套关系列在所属泳道之下。</translation>
    </message>
    <message>
        <source>Of the marked stretch alone.</source>
        <translation>仅限标记的区段。</translation>
    </message>
    <message>
        <source>(unknown)</source>
        <translation>（未知）</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>%1 (graph)</source>
        <translation>%1（计算图）</translation>
    </message>
</context>
<context>
    <name>jitscope::flamepanel::FlameView</name>
    <message>
        <source>Flame graph</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>all operators</source>
        <translation>全部算子</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 (%3), self %4, %n call(s)</source>
        <translation>
            <numerusform>%1：%2（%3），自身 %4，%n 次调用</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 % of what is in view</source>
        <translation>占当前视图的 %1 %</translation>
    </message>
    <message>
        <source>all lanes</source>
        <translation>所有泳道</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 (%3), self %4, %n slice(s)</source>
        <translation>
            <numerusform>%1：%2（%3），自身 %4，%n 个切片</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::models::Baseline</name>
    <message>
        <source>Reading the baseline</source>
        <translation>正在读取基线</translation>
    </message>
    <message>
        <source>%1 holds no recorded operators to compare with. Ranks and profiles of devices are held against each other in the panels Statistics and Compare traces.</source>
        <translation>%1 中没有可供比较的已记录算子。各 rank 与设备的性能数据在“统计”和“比较轨迹”面板中对比。</translation>
    </message>
    <message>
        <source>The baseline %1 is of another program: it was let go of. Choose it again to compare with it all the same.</source>
        <translation>基线 %1 属于另一个程序，已取消。若仍要与它比较，请重新选择。</translation>
    </message>
</context>
<context>
    <name>jitscope::models::BaselineBox</name>
    <message>
        <source>Baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>no baseline</source>
        <translation>无基线</translation>
    </message>
    <message>
        <source>baseline: %1</source>
        <translation>基线：%1</translation>
    </message>
    <message>
        <source>A kept run, or a session file, to compare with: tables then have columns of differences. A variant is pinned by the menu of its row in the panel Variants, a rank in the panel Statistics</source>
        <translation>用于比较的已保留运行或会话文件：选定后表格带有差异列。变体在“变体”面板中由其行的菜单固定为基线，rank 在“统计”面板中选定</translation>
    </message>
    <message>
        <source>Open a session to compare with</source>
        <translation>打开要比较的会话</translation>
    </message>
    <message>
        <source>Sessions (*.jitscope)</source>
        <translation>会话 (*.jitscope)</translation>
    </message>
    <message>
        <source>A session file…</source>
        <translation>会话文件…</translation>
    </message>
    <message>
        <source>baseline: %1 (in view)</source>
        <translation>基线：%1（当前显示）</translation>
    </message>
</context>
<context>
    <name>jitscope::models::RankBaseline</name>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
</context>
<context>
    <name>jitscope::models::RankBaselineBox</name>
    <message>
        <source>Baseline rank</source>
        <translation>基线 rank</translation>
    </message>
    <message>
        <source>A rank to compare with: the tables of all panels then have columns of differences</source>
        <translation>用来比较的 rank：此后所有面板的表格都有差异列</translation>
    </message>
    <message>
        <source>no baseline</source>
        <translation>无基线</translation>
    </message>
    <message>
        <source>baseline: %1</source>
        <translation>基线：%1</translation>
    </message>
</context>
<context>
    <name>jitscope::models::FilterChips</name>
    <message>
        <source>Take away the filter: %1</source>
        <translation>移除过滤条件：%1</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Take away all filters</source>
        <translation>移除全部过滤条件</translation>
    </message>
    <message>
        <source>rows with “%1”</source>
        <translation>包含“%1”的行</translation>
    </message>
</context>
<context>
    <name>jitscope::models::OperatorSource</name>
    <message>
        <source>Sorting operators</source>
        <translation>正在整理算子</translation>
    </message>
</context>
<context>
    <name>jitscope::models::OperatorWords</name>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>By the name of the operator or kernel</source>
        <translation>按算子或内核的名称</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>By what the operator is for: matrix products, reductions, moving data</source>
        <translation>按算子的用途：矩阵乘、归约、数据搬运</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>By the cells that it ran in, in full</source>
        <translation>按所在 Cell 的完整路径</translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>Cell</translation>
    </message>
    <message>
        <source>By the class of the innermost cell</source>
        <translation>按最内层 Cell 的类</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>By your own innermost line</source>
        <translation>按用户代码最内层的行</translation>
    </message>
    <message>
        <source>Graph node</source>
        <translation>图节点</translation>
    </message>
    <message>
        <source>Only what ran in compiled graphs, by name</source>
        <translation>仅编译图中运行的，按名称</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Only fused kernels, by name</source>
        <translation>仅融合内核，按名称</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Forward, backward or optimizer</source>
        <translation>前向、反向或优化器</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>By the step of a training; it ends with its optimizer</source>
        <translation>按训练步；每步以优化器结束</translation>
    </message>
    <message>
        <source>(unknown)</source>
        <translation>（未知）</translation>
    </message>
    <message>
        <source>(top level)</source>
        <translation>（顶层）</translation>
    </message>
    <message>
        <source>(outermost cell or none)</source>
        <translation>（最外层 Cell 或无）</translation>
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
    <message>
        <source>matrix product</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>element-wise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>normalisation</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>reduction</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>data movement</source>
        <translation>数据搬运</translation>
    </message>
    <message>
        <source>creation</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>fused kernel</source>
        <translation>融合内核</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>below %1</source>
        <translation>%1 之下</translation>
    </message>
    <message>
        <source>called from %1</source>
        <translation>自 %1 调用</translation>
    </message>
    <message>
        <source>name has &quot;%1&quot;</source>
        <translation>名称含 “%1”</translation>
    </message>
    <message>
        <source>time %1</source>
        <translation>时间 %1</translation>
    </message>
    <message>
        <source>duration %1</source>
        <translation>耗时 %1</translation>
    </message>
    <message>
        <source>not %1</source>
        <translation>非 %1</translation>
    </message>
    <message>
        <source>Values were recorded: times contain keeping them, most where operators write in place. To measure, record operators only (Run &gt; Record &gt; Operators).</source>
        <translation>本次运行记录了数值：耗时包含保存数值的开销，原地写入的算子尤甚。若要测量耗时，请只记录算子（运行 &gt; 记录 &gt; 算子）。</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>By the thread that called it</source>
        <translation>按调用它的线程</translation>
    </message>
    <message>
        <source>program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>%1 in operators</source>
        <translation>算子 %1</translation>
    </message>
    <message>
        <source>%1 compiling</source>
        <translation>编译 %1</translation>
    </message>
    <message>
        <source>%1 launching</source>
        <translation>启动 %1</translation>
    </message>
    <message>
        <source>%1 between (Python)</source>
        <translation>其间（Python）%1</translation>
    </message>
    <message>
        <source>The run took %1 from its first operator to the end of its last: %2.</source>
        <translation>运行从第一个算子到最后一个算子结束用了 %1：%2。</translation>
    </message>
    <message>
        <source>%1 waiting for data</source>
        <translation>等待数据 %1</translation>
    </message>
    <message>
        <source>For %1 of %2 the program had to wait for a core, which other threads or programs had: times contain that.</source>
        <translation>在 %2 中有 %1 程序在等待处理器核，核被其他线程或程序占用：耗时包含这部分。</translation>
    </message>
</context>
<context>
    <name>jitscope::timingspanel::InstanceChart</name>
    <message>
        <source>Single calls of the row</source>
        <translation>该行的各次调用</translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) of %1 to %2</source>
        <translation>
            <numerusform>%n 次调用，耗时 %1 至 %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) at %1 to %2</source>
        <translation>
            <numerusform>%n 次调用，时间 %1 至 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>calls over time, the longest on top (%1)</source>
        <translation>各次调用随时间的分布，最长者在顶部（%1）</translation>
    </message>
    <message>
        <source>duration, logarithmic; heights by the root of the count, up to %1</source>
        <translation>时长（对数轴）；高度按次数的平方根，最多 %1</translation>
    </message>
</context>
<context>
    <name>jitscope::timingspanel::InstancesPage</name>
    <message>
        <source>Single calls</source>
        <translation>各次调用</translation>
    </message>
    <message>
        <source>By duration</source>
        <translation>按耗时</translation>
    </message>
    <message>
        <source>How many took how long</source>
        <translation>各耗时的调用次数</translation>
    </message>
    <message>
        <source>Over time</source>
        <translation>随时间</translation>
    </message>
    <message>
        <source>When each ran and how long it took</source>
        <translation>各次调用的时刻与耗时</translation>
    </message>
    <message>
        <source>Close the single calls</source>
        <translation>关闭各次调用</translation>
    </message>
    <message>
        <source>Counting calls</source>
        <translation>正在统计调用</translation>
    </message>
    <message>
        <source>Choose a row: its single calls are drawn here.</source>
        <translation>选择一行：此处绘制其各次调用。</translation>
    </message>
</context>
<context>
    <name>TimeMeasures</name>
    <message>
        <source>wall time</source>
        <translation>墙钟时间</translation>
    </message>
    <message>
        <source>mean wall time</source>
        <translation>平均墙钟时间</translation>
    </message>
    <message>
        <source>median wall time</source>
        <translation>墙钟时间中位数</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU 时间</translation>
    </message>
    <message>
        <source>Wall time: from the call to its end in the recorded run, with all that the machine did meanwhile</source>
        <translation>墙钟时间：记录的运行中从调用到结束的时间，包含机器同时做的一切</translation>
    </message>
    <message>
        <source>Mean wall time: the mean of the wall times of all its recorded runs</source>
        <translation>平均墙钟时间：其所有已记录运行的墙钟时间的平均值</translation>
    </message>
    <message>
        <source>Median wall time: the median of the wall times of all its recorded runs</source>
        <translation>墙钟时间中位数：其所有已记录运行的墙钟时间的中位数</translation>
    </message>
    <message>
        <source>CPU time: what the processor spent on one run when it was run by itself, over and over, on one thread; waiting does not count</source>
        <translation>CPU 时间：单独在一个线程上反复运行时，处理器每次运行所花的时间；等待不计入</translation>
    </message>
</context>
<context>
    <name>jitscope::timingspanel::RooflinePage</name>
    <message>
        <source>%1 GFLOP/s</source>
        <translation>%1 GFLOP/s</translation>
    </message>
    <message>
        <source>%1 %2 GB/s</source>
        <translation>%1 %2 GB/s</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>重新测量</translation>
    </message>
    <message>
        <source>Measures this machine once more: what runs beside it makes its peaks too low</source>
        <translation>再次测量本机：同时运行的其他程序会使测得的峰值偏低</translation>
    </message>
    <message>
        <source>Close the roofline</source>
        <translation>关闭 Roofline</translation>
    </message>
    <message>
        <source>The machine is measured when the program has ended.</source>
        <translation>程序结束后才测量本机。</translation>
    </message>
    <message>
        <source>Measuring this machine…</source>
        <translation>正在测量本机…</translation>
    </message>
    <message>
        <source>Measuring this machine</source>
        <translation>测量本机</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) are not drawn: they only move data, or their work is not known.</source>
        <translation>
            <numerusform>有 %n 行未画出：只搬运数据，或工作量未知。</numerusform>
        </translation>
    </message>
    <message>
        <source>Work is counted by the formulas of the operators, times are the recorded ones; the roofs are this machine&apos;s as it is now.</source>
        <translation>工作量按算子公式计算，时间取自记录；屋顶是本机当前的测量值。</translation>
    </message>
</context>
<context>
    <name>RunAdvice</name>
    <message>
        <source>Calls smaller than their overhead</source>
        <translation>调用小于其开销</translation>
    </message>
    <message>
        <source>Put the function around them into @jit: a compiled graph runs them without Python between them and fuses what it can. The Bench panel measures what that gives.</source>
        <translation>把包含它们的函数放入 @jit：编译后的图在它们之间不经过 Python，并尽可能融合。“基准”面板可测量收益。</translation>
    </message>
    <message>
        <source>of the operators&apos; time</source>
        <translation>的算子时间</translation>
    </message>
    <message>
        <source>Python between operators</source>
        <translation>算子之间的 Python</translation>
    </message>
    <message>
        <source>of the time from the first operator to the last, without compiling</source>
        <translation>的首个算子到最后一个算子的时间（不含编译）</translation>
    </message>
    <message>
        <source>Python inside of compiled graphs</source>
        <translation>编译图中的 Python</translation>
    </message>
    <message>
        <source>Calls of Python from compiled graphs (PyExecute): %1; they take %2 of the operators&apos; time.</source>
        <translation>编译图中对 Python 的 %1 次调用（PyExecute）占算子时间的 %2。</translation>
    </message>
    <message>
        <source>Replace what is no operator by operators, or move it out of the function. fullgraph=True names the first line that falls back.</source>
        <translation>用算子替换非算子代码，或把它移出函数。fullgraph=True 会指出首个回退的行。</translation>
    </message>
    <message>
        <source>Copies and transposes</source>
        <translation>拷贝与转置</translation>
    </message>
    <message>
        <source>Operators that only move elements: %1; they take %2 of the operators&apos; time.</source>
        <translation>%1 个只搬运元素的算子占算子时间的 %2。</translation>
    </message>
    <message>
        <source>Keep one layout through the function, transpose weights once before it, join what is concatenated each time, and prefer views (reshape, slices) to copies.</source>
        <translation>在函数中保持同一布局，权重事先转置一次，避免每次都拼接，并优先用视图（reshape、切片）代替拷贝。</translation>
    </message>
    <message>
        <source>Conversions between dtypes</source>
        <translation>数据类型转换</translation>
    </message>
    <message>
        <source>Conversions (Cast): %1; they take %2 of the operators&apos; time.</source>
        <translation>%1 次转换（Cast）占算子时间的 %2。</translation>
    </message>
    <message>
        <source>Keep weights and inputs in the dtype that is computed in, or convert once before the loop.</source>
        <translation>让权重和输入保持计算所用的数据类型，或在循环前一次性转换。</translation>
    </message>
    <message>
        <source>Functions compiled again</source>
        <translation>函数被重新编译</translation>
    </message>
    <message>
        <source>Compilations of functions that had been compiled before: %1; they took %2, %3 of compiling and running.</source>
        <translation>有 %1 次重新编译了已编译过的函数：%2，占编译与运行时间的 %3。</translation>
    </message>
    <message>
        <source>The page &quot;Compiled again&quot; of the panel Compile says for each what differed and what would have avoided it: dynamic shapes, padding, mutable(), one decoration outside of the loop.</source>
        <translation>“编译”面板的“重新编译”页会逐一说明差异以及如何避免：动态形状、填充、mutable()、在循环外装饰一次。</translation>
    </message>
    <message>
        <source>of the time of compiling and running</source>
        <translation>的编译与运行时间</translation>
    </message>
    <message>
        <source>Compiled for few calls</source>
        <translation>只为少数调用而编译</translation>
    </message>
    <message>
        <source>Compiled graphs whose calls together took less than a tenth of their compile: %1; compiling them took %2, %3 of compiling and running.</source>
        <translation>%1 个编译图的全部调用用时不到其编译的十分之一；编译用时 %2，占编译与运行时间的 %3。</translation>
    </message>
    <message>
        <source>A graph pays from some number of calls on: the Bench panel says from which. Call eagerly what runs only some times.</source>
        <translation>图在调用达到一定次数后才划算：“基准”面板会给出该次数。只运行几次的请用动态图执行。</translation>
    </message>
    <message>
        <source>Graphs that fuse nothing</source>
        <translation>未做融合的图</translation>
    </message>
    <message>
        <source>Fusions that were refused</source>
        <translation>被拒绝的融合</translation>
    </message>
    <message>
        <source>Refused fusions that a change would allow: %1. Between their nodes %2 went through memory, %3 of what all operators moved.</source>
        <translation>%1 个融合被拒绝，但作出改动即可允许；其节点间有 %2 经过内存，占所有算子搬运量的 %3。</translation>
    </message>
    <message>
        <source>For each reason the variant makes the smallest changes that let these fusions happen, and measures them.</source>
        <translation>对每个原因，变体做出使这些融合成立的最小改动并测量。</translation>
    </message>
    <message>
        <source>of the bytes that operators moved</source>
        <translation>的算子搬运字节</translation>
    </message>
    <message>
        <source>Memory that grows</source>
        <translation>不断增长的内存</translation>
    </message>
    <message>
        <source>From round to round %1 more are held; over %2 rounds that is %3, %4 of the peak.</source>
        <translation>每一轮多占用 %1；%2 轮共 %3，占峰值的 %4。</translation>
    </message>
    <message>
        <source>Let go of what is kept from each round: append losses as numbers (float(loss)) and not as tensors, empty lists of activations. The panel Run memory shows each under Growing.</source>
        <translation>释放每一轮保留下来的内容：把损失以数值（float(loss)）而不是张量追加到列表，清空保存激活值的列表。“运行内存”面板的“增长”页列出每一项。</translation>
    </message>
    <message>
        <source>of the peak</source>
        <translation>占峰值</translation>
    </message>
    <message>
        <source>%1 eager calls move at most 64 KiB and compute at most 200,000 operations each. With what launching them costs (%4 each in the median) they take %2 of the run; alone %3 each in the median.</source>
        <translation>%1 次动态图调用每次最多搬运 64 KiB、最多计算 200,000 次操作。连同启动它们的开销（中位数每次 %4），它们占运行时间的 %2；单独每次中位数 %3。</translation>
    </message>
    <message>
        <source>For %1 of %3 (%2) no operator, graph or compiler was at work on the way from one call to the next: what ran between these lines is Python.</source>
        <translation>在 %3 中有 %1（%2）从一次调用到下一次调用之间没有算子、图或编译器在工作：这些行之间运行的是 Python。</translation>
    </message>
    <message>
        <source>Look at what stands between these lines. Where it only calls operators, compile the function. NumPy, loops, files and sleeps take as long in a compiled function: do that work in operators, or less often.</source>
        <translation>请查看这些行之间的代码。如果只是调用算子，请编译该函数。NumPy、循环、文件和等待在编译后的函数中耗时相同：请用算子完成这些工作，或减少次数。</translation>
    </message>
    <message>
        <source>Waiting outside of the network</source>
        <translation>在网络之外等待</translation>
    </message>
    <message>
        <source>For %1 of %3 (%2) no operator, graph or compiler was at work between rounds of loops or between lines of the script itself.</source>
        <translation>在 %3 中有 %1（%2）在循环的各轮之间或脚本自身的各行之间没有算子、图或编译器在工作。</translation>
    </message>
    <message>
        <source>Compiling does not make that shorter: the script loads data there by its own means, or runs other Python. Look at what stands between these lines.</source>
        <translation>编译不会缩短这段时间：脚本在那里以自己的方式加载数据，或运行其他 Python。请查看这些行之间有什么。</translation>
    </message>
    <message>
        <source>Element-wise operators and reductions of graphs compiled at O0 that move more than 64 KiB each and feed one another: %1; they take %2 of the operators&apos; time. Fused, %3 would not go through memory. That is a guess, not measured: if time goes by bytes, %4 can be won.</source>
        <translation>以 O0 编译的图中，每个搬运超过 64 KiB 且互相衔接的逐元素算子和归约：%1；它们占算子时间的 %2。融合后有 %3 不必经过内存。这是推测而非测量：若时间与字节数成正比，可节省 %4。</translation>
    </message>
    <message>
        <source>At O1 they are fused into kernels, where the compiler finds that worth it; the variant measures both in turn. Where it is no faster, stay at O0.</source>
        <translation>在 O1 下，编译器认为值得时会把它们融合为内核；变体会轮流测量两者。如果并不更快，请保持 O0。</translation>
    </message>
    <message>
        <source>Waiting for data</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>For %1 of %3 (%2) no operator, graph or compiler was at work, and the script waited for the next row of a dataset.</source>
        <translation>在 %3 中有 %1（%2）没有算子、图或编译器在工作，而脚本在等待数据集的下一行。</translation>
    </message>
    <message>
        <source>Let the dataset make rows ahead (num_parallel_workers of its source, map and batch, prefetch_size), do less Python in map and in the source, or cache what is the same in each epoch.</source>
        <translation>请让数据集提前生成各行（其源、map 与 batch 的 num_parallel_workers，prefetch_size），减少 map 与源中的 Python，或缓存每个 epoch 都相同的内容。</translation>
    </message>
</context>
<context>
    <name>jitscope::runadvicepanel::RunAdvicePanel</name>
    <message>
        <source>Measure the ways to run it</source>
        <translation>测量各种运行方式</translation>
    </message>
    <message>
        <source>Compiled again</source>
        <translation>重新编译</translation>
    </message>
    <message>
        <source>Try O1</source>
        <translation>试用 O1</translation>
    </message>
    <message>
        <source>Try with these fusions</source>
        <translation>试用这些融合</translation>
    </message>
    <message>
        <source>Show the operator</source>
        <translation>显示该算子</translation>
    </message>
    <message>
        <source>Opens the Bench panel, which measures a function eagerly and compiled in every way</source>
        <translation>打开“基准”面板，以动态图和各种编译方式测量函数</translation>
    </message>
    <message>
        <source>Opens the panel Compile, whose page &quot;Compiled again&quot; says what differed</source>
        <translation>打开“编译”面板，其“重新编译”页说明差异</translation>
    </message>
    <message>
        <source>Compiles a variant of the chosen function at O1 and measures both in turn</source>
        <translation>以 O1 编译所选函数的变体，并交替测量两者</translation>
    </message>
    <message>
        <source>Compiles a variant of the chosen function with the smallest changes that let these fusions happen, and measures both in turn</source>
        <translation>以使这些融合成立的最小改动编译所选函数的变体，并交替测量两者</translation>
    </message>
    <message>
        <source>Selects the longest operator of the chosen row in the other panels</source>
        <translation>在其他面板中选中该行最长的算子</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>At stake</source>
        <translation>涉及时间</translation>
    </message>
    <message>
        <source>Time that the finding is about: no more than this can be won</source>
        <translation>该发现涉及的时间：收益不会超过它</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Told above %1</source>
        <translation>超过 %1 时提示</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>测量结果</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Of calls, compilations or refusals</source>
        <translation>调用、编译或拒绝的次数</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Through memory in all recorded calls</source>
        <translation>所有记录的调用中经过内存的量</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现列表</translation>
    </message>
    <message>
        <source>What shows the finding</source>
        <translation>发现的依据</translation>
    </message>
    <message>
        <source>No operator ran yet</source>
        <translation>尚无算子运行</translation>
    </message>
    <message>
        <source>Run a script (F5): what it did that it need not have is listed here. Advice on the profile of a device stands in the perspective Trace.</source>
        <translation>运行脚本（F5）：其中本可避免的开销会列在这里。针对设备性能数据的建议位于“轨迹”视角。</translation>
    </message>
    <message>
        <source>Looking at the run</source>
        <translation>分析运行</translation>
    </message>
    <message>
        <source>Nothing to advise</source>
        <translation>没有建议</translation>
    </message>
    <message>
        <source>Looked at, nothing above the limit:</source>
        <translation>已检查，均未超过界限：</translation>
    </message>
    <message numerus="yes">
        <source>%n call(s), %1 together</source>
        <translation>
            <numerusform>%n 次调用，合计 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (at stake: %2)</source>
        <translation>%1（涉及：%2）</translation>
    </message>
    <message>
        <source>%1 is in no function. Bench measures functions and expressions: choose one there, or move these lines into one.</source>
        <translation>%1 不在任何函数中。基准测试测量函数和表达式：请在那里选择一个，或把这些行移入函数。</translation>
    </message>
    <message>
        <source>round the loop of line %1: %2</source>
        <translation>在第 %1 行循环的各轮之间：%2</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>在 %1 中</translation>
    </message>
    <message>
        <source>in the loop of line %1: %2</source>
        <translation>在第 %1 行的循环中：%2</translation>
    </message>
    <message>
        <source>Of what</source>
        <translation>占何者</translation>
    </message>
    <message>
        <source>What the share is a share of: those of different rows need not add up</source>
        <translation>占比所对的整体：不同行的占比不必相加</translation>
    </message>
    <message>
        <source>%1, told above %2</source>
        <translation>%1，超过 %2 才提示</translation>
    </message>
    <message>
        <source>Nothing to advise: all that was looked at is below its limit.</source>
        <translation>没有建议：检查的各项均低于界限。</translation>
    </message>
    <message>
        <source>Nothing to advise: %1.</source>
        <translation>没有建议：%1。</translation>
    </message>
</context>
<context>
    <name>jitscope::threadspanel::ThreadsPanel</name>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>By its name, &quot;program&quot; is the one that runs your script; its number stands behind the name where several are called the same</source>
        <translation>按名称，“程序”是运行脚本的线程；多个线程同名时后面带有其编号</translation>
    </message>
    <message>
        <source>On a core</source>
        <translation>在核上</translation>
    </message>
    <message>
        <source>As the system counts it. A worker that looks for work before it sleeps is on a core, too; the recorder works out what was recorded</source>
        <translation>由系统统计。worker 在休眠前寻找任务时也在核上；recorder 整理记录的内容</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>It could have run, but every core was taken: by other threads, or other programs</source>
        <translation>可以运行，但所有核都被其他线程或其他程序占用</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>For a lock, data, another thread, or for work</source>
        <translation>等待锁、数据、其他线程或任务</translation>
    </message>
    <message>
        <source>Lived</source>
        <translation>存在时间</translation>
    </message>
    <message>
        <source>While it was recorded, within the marked range</source>
        <translation>记录期间、标记区间之内</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>That it called; workers have a part in them that is not counted here</source>
        <translation>由它调用；worker 分担的部分不计在此</translation>
    </message>
    <message>
        <source>Their time</source>
        <translation>算子时间</translation>
    </message>
    <message>
        <source>By the clock, whether the thread was on a core meanwhile or not</source>
        <translation>按时钟计，无论期间线程是否在核上</translation>
    </message>
    <message>
        <source>Threads by time on a core</source>
        <translation>按在核上的时间排列的线程</translation>
    </message>
    <message>
        <source>Adding up threads</source>
        <translation>正在汇总线程</translation>
    </message>
    <message>
        <source>No operator ran yet</source>
        <translation>尚未运行任何算子</translation>
    </message>
    <message>
        <source>Run a script (F5); what each of its threads did with its time is added up here.</source>
        <translation>运行脚本（F5）；这里汇总它的每个线程把时间用在哪里。</translation>
    </message>
    <message>
        <source>Threads were not recorded</source>
        <translation>没有记录线程</translation>
    </message>
    <message>
        <source>The recording is older than that, comes from elsewhere, or was too short. The threads of an opened profile are lanes of the timeline.</source>
        <translation>该记录早于此功能、来自别处，或时间太短。打开的性能数据的线程是时间线中的泳道。</translation>
    </message>
    <message>
        <source>%1 cores in use on the average of %2.</source>
        <translation>在 %2 内平均使用 %1 个核。</translation>
    </message>
    <message>
        <source>Counted ten times a second: what lived for less and is no thread of Python may be missing.</source>
        <translation>每秒统计十次：存在更短且不属于 Python 的线程可能缺失。</translation>
    </message>
</context>
<context>
    <name>jitscope::consolepanel::PrintedFile</name>
    <message>
        <source>what was printed after the first %1 MB was not kept</source>
        <translation>前 %1 MB 之后打印的内容没有保留</translation>
    </message>
</context>
<context>
    <name>jitscope::models::FilterActions</name>
    <message>
        <source>Only these</source>
        <translation>仅这些</translation>
    </message>
    <message>
        <source>Without these</source>
        <translation>排除这些</translation>
    </message>
</context>
<context>
    <name>jitscope::models::NothingLeft</name>
    <message>
        <source>Clear the filters</source>
        <translation>清除过滤条件</translation>
    </message>
    <message>
        <source>Take away all filters, that of text among them</source>
        <translation>去掉所有过滤条件，包括文字过滤</translation>
    </message>
</context>
<context>
    <name>jitscope::models::WholeRunNote</name>
    <message>
        <source>Of the whole run: the marked range does not count here.</source>
        <translation>针对整次运行：标记的时间段在此不起作用。</translation>
    </message>
    <message>
        <source>Of the whole run: the filters of operators do not count here.</source>
        <translation>针对整次运行：算子的过滤条件在此不起作用。</translation>
    </message>
    <message>
        <source>Filters of operators do not count here.</source>
        <translation>算子的过滤条件在这里不起作用。</translation>
    </message>
</context>
<context>
    <name>jitscope::variantspanel::VariantShelf</name>
    <message>
        <source>Compiling a variant</source>
        <translation>编译变体</translation>
    </message>
    <message>
        <source>Timing a variant</source>
        <translation>测量变体用时</translation>
    </message>
</context>
<context>
    <name>FailedCompile</name>
    <message>
        <source>%1 could not be compiled</source>
        <translation>%1 无法编译</translation>
    </message>
    <message>
        <source>There is no graph of %1</source>
        <translation>没有 %1 的图</translation>
    </message>
    <message>
        <source>Its compile ended at %1. Change what stands there and run again (F5).</source>
        <translation>它的编译在 %1 处中止。修改该处后再次运行（F5）。</translation>
    </message>
</context>
<context>
    <name>jitscope::models::FailedCompileStrip</name>
    <message>
        <source>Show the line that could not be compiled</source>
        <translation>显示无法编译的行</translation>
    </message>
</context>
</TS>
