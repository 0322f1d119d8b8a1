// SPDX-License-Identifier: Apache-2.0
// Names of the mindspore package that are Python only: settings, marks, structures of functions; what they print and
// refuse.
#include "tests/support/pythonscripts.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_packagenames {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

const std::string preamble = R"(import mindspore as ms
from mindspore import Tensor, context, nn, ops
from mindspore.ops.composite import HyperMap, Map, MultitypeFuncGraph
t = Tensor([1.0, 2.0])
scale = MultitypeFuncGraph("scale")
@scale.register("Tensor", "Number")
def _tensor(x, y):
    return x * y
@scale.register("Number", "Number")
def _number(x, y):
    return x * y
@scale.register("Tuple", ms.float32)
def _tuple(x, y):
    return "tuple"
)";

struct Row {
    const char *name;
    const char *code;
    const char *expected; ///< what is printed; where it fails, the error's line
};

const Row rows[] = {
    {"mutable values are equal to the given ones",
     "print(ms.mutable(3) + 1, ms.mutable(2.5), ms.mutable(True), ms.mutable((1, 2)), ms.mutable({'a': 1}))",
     "4 2.5 True (1, 2) {'a': 1}\n"},
    {"mutable values keep their types",
     "print([isinstance(ms.mutable(v), type(v)) for v in (1, 2.5, True, (1,), [t], {'a': t}, t)])",
     "[True, True, True, True, True, True, True]\n"},
    {"mutable tensors stay themselves", "print(ms.mutable(t) is t)", "True\n"},
    {"mutable arguments of a graph",
     "@ms.jit\ndef f(x, y):\n    return x * y[0]\nprint(f(t, ms.mutable((2, 3))), f(t, ms.mutable((4, 3))))",
     "[2. 4.] [4. 8.]\n"},
    {"mutable texts are refused", "ms.mutable('a')",
     "TypeError: For 'mutable', the 'input_data' should be one of (bool, int, float, Tensor, tuple, list, dict) or "
     "their "
     "nested structures with no self-reference, but got str: a.\n"},
    {"mutable containers of texts are refused", "ms.mutable([1, ('a',)])",
     "TypeError: For 'mutable', the 'input_data' should be one of (bool, int, float, Tensor, tuple, list, dict) or "
     "their "
     "nested structures with no self-reference, but got list: [1, ('a',)].\n"},
    {"containers of themselves are refused", "a = []\na.append(a)\nms.mutable(a)",
     "TypeError: For 'mutable', the 'input_data' should be one of (bool, int, float, Tensor, tuple, list, dict) or "
     "their "
     "nested structures with no self-reference, but got list: [[...]].\n"},
    {"dynamic length needs a sequence", "ms.mutable(3, True)",
     "TypeError: For 'mutable', when the variable_len is True, the first input should be list or tuple, but got: "
     "int\n"},

    {"settings of a compilation", "print(ms.JitConfig(jit_level='O1', more=1).jit_config_dict)",
     "{'more': 1, 'jit_level': 'O1', 'exc_mode': 'auto', 'jit_syntax_level': '', 'debug_level': 'RELEASE', "
     "'infer_boost': 'off'}\n"},
    {"unknown jit level", "ms.JitConfig(jit_level='O9')",
     "ValueError: For 'jit_level' must be one of ['O0', 'O1', 'O2'].\n"},
    {"unknown syntax level", "ms.JitConfig(jit_syntax_level='EASY')",
     "ValueError: For 'jit_syntax_level' must be one of '['STRICT', 'LAX']'.\n"},
    {"marked class", "@ms.jit_class\nclass A:\n    pass\nprint(A.__ms_class__)", "True\n"},
    {"marked function is refused", "ms.jit_class(len)",
     "TypeError: Decorator jit_class can only be used for class type, but got <built-in function len>.\n"},
    {"marked cell is refused", "ms.jit_class(nn.Cell)",
     "TypeError: Decorator jit_class is used for user-defined classes and cannot be used for nn.Cell: <class "
     "'mindspore.nn.cell.Cell'>.\n"},

    {"syntax level of the context", "print(ms.get_context('jit_syntax_level') == ms.LAX, ms.STRICT)", "True 0\n"},
    {"bad syntax level of the context", "ms.set_context(jit_syntax_level=5)",
     "ValueError: For 'jit_syntax_level', the value should be context.STRICT or context.LAX, but got 5.\n"},
    {"one device is no parallel run",
     "ms.set_auto_parallel_context(parallel_mode='stand_alone', device_num=1)\n"
     "print(ms.get_auto_parallel_context('parallel_mode'))",
     "stand_alone\n"},
    {"more devices are refused", "ms.set_auto_parallel_context(device_num=8)",
     "ValueError: For 'set_auto_parallel_context', the 'device_num' can only be 1, since everything runs on one "
     "device, "
     "but got 8.\n"},

    {"names of dtypes", "print(ms.byte, ms.single, ms.uintp, ms.tensor_type, ms.TensorType(ms.float32), ms.string)",
     "Int8 Float32 UInt64 mindspore.tensor mindspore.tensor[float32] mindspore.string_\n"},
    {"types of tensors are equal",
     "print(ms.TensorType(ms.int8) == ms.TensorType(ms.int8), ms.tensor_type == "
     "ms.TensorType(ms.int8))",
     "True False\n"},
    {"dtypes of Python values", "print([ms.get_py_obj_dtype(v) for v in (1, 2.5, True, 'a', (1,), None, t)])",
     "[mindspore.int64, mindspore.float32, mindspore.bool, mindspore.string_, mindspore.tuple_, mindspore.type_none, "
     "mindspore.tensor[float32]]\n"},

    {"implementation by type", "print(scale(t, 2), scale(3, 2), scale((1,), t))", "[2. 4.] 6 tuple\n"},
    {"no implementation fits", "f = MultitypeFuncGraph('f')\nf('a')",
     "ValueError: For 'MultitypeFuncGraph', cannot find fn match given args. Got (sigs, fn): [], and (dtype, args): "
     "(str).\n"},
    {"unknown type of a signature", "scale.register('Foo')", "RuntimeError: Unsupported type name: Foo!\n"},
    {"function over nested sequences", "print(HyperMap(scale)([t, (t, 3)], [1, (2, 3)]))",
     "(Tensor(shape=[2], dtype=Float32, value= [ 1.00000000e+00,  2.00000000e+00]), (Tensor(shape=[2], dtype=Float32, "
     "value= [ 2.00000000e+00,  4.00000000e+00]), 9))\n"},
    {"function as the first argument", "print(HyperMap()(scale, (1, 2), (3, 4)), Map()(scale, (1, 2), (3, 4)))",
     "(3, 8) (3, 8)\n"},
    {"no function for sequences", "HyperMap()((1, 2), (3, 4))",
     "TypeError: For 'HyperMap', the first argument must be a function when none was given to the object.\n"},
    {"function over sequences in a graph",
     "scaled = HyperMap(scale)\n@ms.jit\ndef f(x):\n    return scaled((x, x), (2, 3))\nprint(f(t)[1])", "[3. 6.]\n"},
    {"first arguments are kept", "print(ops.partial(max, 3)(2), ops.partial(ops.add, t)(t))", "3 [2. 4.]\n"},
    {"partial of no function", "ops.partial(1, 2)",
     "TypeError: For 'partial', the first argument must be a function.\n"},
    {"names that are not there can be imported",
     "from mindspore import Profiler, TrainFaultTolerance, SymbolTree, data_sink\n"
     "from mindspore.train import export_split_mindir\n"
     "import mindspore.rewrite, mindspore.dataset.text as text\nfrom mindspore.parallel.nn import Pipeline\n"
     "from mindspore.mint import Linear, relu\nprint(isinstance(3, TrainFaultTolerance), TrainFaultTolerance, "
     "Linear.__name__)",
     "False <mindspore.TrainFaultTolerance, which JitScope does not have> Linear\n"},
    {"names that are not there say so when they are used", "ms.train.TrainFaultTolerance()",
     "NotImplementedError: mindspore.train.TrainFaultTolerance is part of MindSpore 2.7 and 2.10, but not of JitScope. "
     "Nothing is dumped or rescued on a device here, as JitScope records each run, also one that fails. Instead, leave "
     "it out; on a device, run the script in your own MindSpore; `jitscope record --python PYTHON -- SCRIPT.py` "
     "records "
     "it there.\n"},
    {"a name that came later says so", "ms.mint.conv_tbc(t)",
     "NotImplementedError: mindspore.mint.conv_tbc is part of MindSpore 2.10, but not of JitScope. It is not part of "
     "JitScope's engine. Instead, use mindspore.ops.conv1d of the transposed tensor.\n"},
    {"what is made of them says so, too", "class Mine(ms.train.TrainFaultTolerance):\n    pass\nMine()",
     "NotImplementedError: mindspore.train.TrainFaultTolerance is part of MindSpore 2.7 and 2.10, but not of JitScope. "
     "Nothing is dumped or rescued on a device here, as JitScope records each run, also one that fails. Instead, leave "
     "it out; on a device, run the script in your own MindSpore; `jitscope record --python PYTHON -- SCRIPT.py` "
     "records "
     "it there.\n"},
    {"attributes of them say so, too", "ms.train.TrainFaultTolerance.start",
     "NotImplementedError: mindspore.train.TrainFaultTolerance is part of MindSpore 2.7 and 2.10, but not of JitScope. "
     "Nothing is dumped or rescued on a device here, as JitScope records each run, also one that fails. Instead, leave "
     "it out; on a device, run the script in your own MindSpore; `jitscope record --python PYTHON -- SCRIPT.py` "
     "records "
     "it there.\n"},
    {"names of modules that are not there say what the module is", "import mindspore.rewrite\nms.rewrite.Anything()",
     "NotImplementedError: There is no mindspore.rewrite.Anything here. mindspore.rewrite is part of MindSpore 2.7 and "
     "2.10, but not of JitScope. Graphs are not rewritten from a script. Instead, write a pass as a plugin of "
     "JitScope, "
     "like plugins/example_pass; or run the script in your own MindSpore; `jitscope record --python PYTHON -- "
     "SCRIPT.py` records it there.\n"},
    {"modules in which MindSpore keeps names that stand elsewhere here",
     "from mindspore.nn.wrap.cell_wrapper import TrainOneStepCell\n"
     "from mindspore.ops.function.math_func import add\n"
     "from mindspore.ops.auto_generate.gen_ops_prim import Add\n"
     "from mindspore.train.callback._callback import Callback\n"
     "print(TrainOneStepCell is nn.TrainOneStepCell, add is ops.add, Add is ops.Add, Callback is ms.Callback)",
     "True True True True\n"},
    {"a state holds the Parameters themselves", "net = nn.Dense(2, 2)\nprint(net.state_dict()['weight'] is net.weight)",
     "True\n"},
    {"another dtype of a Parameter",
     "p = ms.Parameter(Tensor([1.5, 2.7]), name='w')\nprint(p.set_dtype(ms.int32), p, p.asnumpy())",
     "Int32 Parameter (name=w, shape=(2,), dtype=Int32, requires_grad=True) [1 2]\n"},
    {"networks without first values",
     "with nn.utils.no_init_parameters():\n    net = nn.Dense(2, 3)\nprint(net(Tensor([[1.0, 2.0]])).shape)",
     "(1, 3)\n"},
    {"constants of graphs",
     "@ops.constexpr\ndef size(shape):\n    return shape[0] * 10\n@ms.jit\ndef f(x):\n    return x * size(x.shape)\n"
     "print(size((4,)), f(t))",
     "40 [20. 40.]\n"},
};

} // namespace

class PackageNamesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void scriptsPrintWhatIsExpected_data();
    void scriptsPrintWhatIsExpected();

private:
    PythonScripts m_scripts;
};

void PackageNamesTest::scriptsPrintWhatIsExpected_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("expected");
    for (const Row &row : rows)
        QTest::newRow(row.name) << row.code << row.expected;
}

void PackageNamesTest::scriptsPrintWhatIsExpected() {
    QFETCH(QString, code);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(m_scripts.outputOrError(preamble + code.toStdString() + "\n")), expected);
}

JITSCOPE_TEST(PackageNamesTest)

} // namespace jitscope::tst_packagenames

#include "tst_packagenames.moc"
