// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/synonyms.h"

#include <QHash>

namespace jitscope {
inline namespace shell {

QString synonymsOf(const QString &id) {
    // What people call it elsewhere, in English and Chinese: these are looked up, never shown.
    static const QHash<QString, QString> words = {
        {QStringLiteral("run"), QStringLiteral("execute start launch debug continue 运行 执行 调试 启动")},
        {QStringLiteral("restart"), QStringLiteral("rerun again 重新运行")},
        {QStringLiteral("stop"), QStringLiteral("kill abort terminate end cancel 停止 终止")},
        {QStringLiteral("pause"), QStringLiteral("break interrupt halt 暂停 中断")},
        {QStringLiteral("step-op"), QStringLiteral("next over single 单步")},
        {QStringLiteral("step-back"), QStringLiteral("reverse undo previous time travel 回退 反向")},
        {QStringLiteral("next-nan"), QStringLiteral("inf overflow not a number anomaly 溢出 异常")},
        {QStringLiteral("first-nan"), QStringLiteral("inf overflow origin bisect not a number 溢出 二分 定位")},
        {QStringLiteral("toggle-breakpoint"), QStringLiteral("stop at line 断点")},
        {QStringLiteral("go-to"), QStringLiteral("search find jump symbol quick open 搜索 查找 跳转")},
        {QStringLiteral("palette"), QStringLiteral("search commands actions 命令")},
        {QStringLiteral("keys"), QStringLiteral("shortcuts keyboard bindings hotkeys 快捷键 键盘")},
        {QStringLiteral("settings"), QStringLiteral("preferences options configuration 设置 首选项 选项")},
        {QStringLiteral("plugins"), QStringLiteral("extensions add-ons examples 插件 扩展")},
        {QStringLiteral("zoom-in"), QStringLiteral("bigger font scale enlarge 放大 字体")},
        {QStringLiteral("zoom-out"), QStringLiteral("smaller font scale shrink 缩小 字体")},
        {QStringLiteral("reset-perspective"), QStringLiteral("default layout arrange restore 布局 恢复")},
        {QStringLiteral("maximize-panel"), QStringLiteral("full screen zoom 全屏 最大化")},
        {QStringLiteral("copy-picture"), QStringLiteral("screenshot image png 截图 图片")},
        {QStringLiteral("export-trace"), QStringLiteral("perfetto chrome json save 导出")},
        {QStringLiteral("find-culprit"), QStringLiteral("bisect wrong pass miscompile accuracy 二分 定位 精度 错误")},
        {QStringLiteral("why-not"), QStringLiteral("refused refusal missed fusion predicate reason 未融合 拒绝 原因")},
        {QStringLiteral("export-report"), QStringLiteral("html page share document 报告 导出")},
        {QStringLiteral("save-session"), QStringLiteral("export recording store 保存 录制")},
        {QStringLiteral("open-beside"), QStringLiteral("compare add rank 对比 并排")},
        {QStringLiteral("toggle-coverage"), QStringLiteral("lines ran executed 覆盖率")},
        {QStringLiteral("final-graph"), QStringLiteral("optimized ir result 优化后")},
        {QStringLiteral("captured-graph"), QStringLiteral("original ir before traced 原始图")},
        {QStringLiteral("editor"), QStringLiteral("source code script python file 源代码 脚本 编辑器")},
        {QStringLiteral("console"), QStringLiteral("terminal repl shell output print stdout 终端 输出 控制台")},
        {QStringLiteral("graph"), QStringLiteral("nodes dag network compute view 计算图 节点")},
        {QStringLiteral("passes"),
         QStringLiteral("optimizations pipeline compile rewrite fusion bisect before after 优化 编译 融合 二分")},
        {QStringLiteral("culprit"),
         QStringLiteral("bisect wrong pass miscompile numeric difference 二分 错误 精度 定位")},
        {QStringLiteral("irdiff"), QStringLiteral("compare diff text llvm dump mindir 对比 差异")},
        {QStringLiteral("stages"),
         QStringLiteral("compare diff variants fusion kernels side by side a b 对比 变体 阶段")},
        {QStringLiteral("kernel"), QStringLiteral("llvm assembly loops codegen measure sample spill 汇编 循环 测量")},
        {QStringLiteral("journey"),
         QStringLiteral("provenance trace lineage source line assembly value through passes 追踪 来源")},
        {QStringLiteral("inspector"),
         QStringLiteral("details properties attributes kernel node llvm assembly 详情 属性 内核")},
        {QStringLiteral("flame"),
         QStringLiteral("profile hot slow icicle call tree stack performance 火焰图 性能 耗时 热点")},
        {QStringLiteral("timings"), QStringLiteral("profile hot slow op table performance kernel 性能 耗时 热点")},
        {QStringLiteral("compile"),
         QStringLiteral("recompile cache guard waterfall first call profile passes llvm 编译 重新编译 缓存 耗时")},
        {QStringLiteral("bench"),
         QStringLiteral("benchmark matrix compare modes eager jit level timeit speed 基准 测速 对比 矩阵")},
        {QStringLiteral("timeline"), QStringLiteral("trace lanes gantt perfetto profile 时间线 泳道")},
        {QStringLiteral("slicelist"), QStringLiteral("search events slices table 切片")},
        {QStringLiteral("slice"), QStringLiteral("details event 切片 详情")},
        {QStringLiteral("statistics"), QStringLiteral("summary table op kernel aggregate 统计 汇总")},
        {QStringLiteral("communication"), QStringLiteral("collective allreduce hccl rank wait network 通信 集合")},
        {QStringLiteral("runmemory"),
         QStringLiteral("allocation peak leak live tensors oom lifetime 内存 显存 泄漏 峰值")},
        {QStringLiteral("memory"), QStringLiteral("allocation peak leak hbm usage 内存 显存")},
        {QStringLiteral("advice"), QStringLiteral("recommendations bottleneck idle slow why 建议 瓶颈")},
        {QStringLiteral("comparison"), QStringLiteral("compare diff two runs ranks regression versus 对比 比较 差异")},
        {QStringLiteral("lockstep"),
         QStringLiteral("compare eager graph precision difference bisect accuracy 精度 对比 二分")},
        {QStringLiteral("kerneldetails"),
         QStringLiteral("kernel hotspot roofline bandwidth assembly msprof 内核 带宽")},
        {QStringLiteral("devicemodel"), QStringLiteral("chip hardware simulate fit calibrate kernel cost 芯片 仿真")},
        {QStringLiteral("callstack"), QStringLiteral("frames traceback locals variables 堆栈 变量")},
        {QStringLiteral("watch"), QStringLiteral("expression variables evaluate 监视 表达式")},
        {QStringLiteral("watchpoints"), QStringLiteral("nan threshold alarm condition data breakpoint 监视点 阈值")},
        {QStringLiteral("values"), QStringLiteral("tensor array histogram heat map numbers compare 张量 数值 直方图")},
        {QStringLiteral("origin"), QStringLiteral("lineage provenance blame cause why nan 来源 溯源")},
        {QStringLiteral("events"), QStringLiteral("operators list history recording tape 算子 事件 历史")},
        {QStringLiteral("breakpoints"), QStringLiteral("stop list conditions 断点")},
    };
    return words.value(id);
}

} // namespace shell
} // namespace jitscope
