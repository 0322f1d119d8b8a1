// SPDX-License-Identifier: Apache-2.0
// The names under which MindSpore offers its operators (mindspore.numpy, mint, primitives, F, C): each row of
// tests/data/namings is an expression that must give what NumPy gives.
#include "engine/ops/opdef.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_namings {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** A script that asks for names of a module and prints those that are not there or cannot be called. */
std::string unresolved(const std::string &module) {
    return "import importlib\n"
           "module = importlib.import_module(\"" +
           module +
           "\")\n"
           "from mindspore.common.dtype import Type\n"
           "for name in module.__all__:\n"
           "    try:\n"
           "        value = getattr(module, name)\n"
           "    except Exception as problem:\n"
           "        print(name, type(problem).__name__, problem)\n"
           "        continue\n"
           "    fits = callable(value) or isinstance(value, (Type, float, type(None))) or hasattr(value, "
           "'__getitem__')\n"
           "    if not fits:\n"
           "        print(name, 'is', value)\n"
           "print(len(module.__all__) > 2, 'done')\n";
}

} // namespace

class NamingsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { runner = std::make_unique<PythonScripts>(); }
    void cleanupTestCase() { runner.reset(); }

    void rowsAgreeWithNumPy_data() { addFiles(); }
    void rowsAgreeWithNumPy() {
        QFETCH(QString, file);
        const auto lines = split(readText(pathOf(file)), '\n');
        const auto count = std::ranges::count_if(
            lines, [](const std::string &line) { return !line.empty() && !line.starts_with("#"); });
        QVERIFY(count > 100);
        QCOMPARE(outputOfRows(file, "False"), QString("%1 of %1 rows agree\n").arg(count));
    }

    void rowsGiveTheSameInGraphs_data() { addFiles(); }
    void rowsGiveTheSameInGraphs() {
        QFETCH(QString, file);
        QCOMPARE(outputOfRows(file, "True"), QString("graphs agree\n"));
    }

    /** What watch rules call an activation has its row: its names in nn, mint and among the primitives. */
    void everyActivationHasARow() {
        std::string functions;
        for (const OpDef &op : catalogue())
            if (op.use.isActivation && !op.function.empty()) functions += op.function + " ";
        const std::string script = "from mindspore.ops.activationnames import ROWS\n"
                                   "offered = {row.function for row in ROWS}\n"
                                   "print([name for name in '" +
                                   functions + "'.split() if name not in offered])\n";
        QCOMPARE(QString::fromStdString(runner->outputOf(script)), QString("[]\n"));
    }

    /** A layer that a row makes has the signatures and the name of a class that is written out. */
    void layersOfRowsLookWrittenOut() {
        QCOMPARE(QString::fromStdString(runner->outputOf(
                     "import inspect, pickle\n"
                     "from mindspore import nn\n"
                     "print(inspect.signature(nn.Threshold), inspect.signature(nn.Hardtanh), nn.Mish())\n"
                     "print(inspect.signature(nn.HSwish.construct), nn.ELU.__module__, nn.ELU.__init__.__qualname__)\n"
                     "print(pickle.loads(pickle.dumps(nn.LeakyReLU)) is nn.LeakyReLU)\n")),
                 QString("(threshold, value) (min_val=-1.0, max_val=1.0) Mish()\n"
                         "(self, input) mindspore.nn.layer.activation ELU.__init__\n"
                         "True\n"));
    }

    void everyListedNameResolves_data() {
        QTest::addColumn<QString>("module");
        for (const char *module : {"mindspore.numpy", "mindspore.mint", "mindspore.mint.nn",
                                   "mindspore.mint.nn.functional", "mindspore.mint.optim", "mindspore.mint.linalg",
                                   "mindspore.mint.special", "mindspore.ops.operations", "mindspore.ops"})
            QTest::newRow(module) << module;
    }
    void everyListedNameResolves() {
        QFETCH(QString, module);
        QCOMPARE(QString::fromStdString(runner->outputOf(unresolved(module.toStdString()))), QString("True done\n"));
    }

    void mistakesAreTold_data() {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("message");
        const auto row = [](const char *expression, const char *message) {
            QTest::newRow(expression) << expression << message;
        };
        row("P.NoSuchOperator", "AttributeError: mindspore.ops.operations.NoSuchOperator is not part of JitScope.");
        row("mint.no_such_name", "AttributeError: module 'mindspore.mint' has no attribute 'no_such_name'; MindSpore "
                                 "2.7 and 2.10 have none of "
                                 "that name either.");
        row("ms.numpy.no_such_name", "AttributeError: mindspore.numpy.no_such_name is not part of JitScope.");
        row("P.Primitive('NoSuchOperator')(x)",
            "NotImplementedError: The operator NoSuchOperator is not yet part of JitScope's engine.");
        row("P.Softmax(1, 2)", "TypeError: Softmax.__init__() takes from 1 to 2 positional arguments but 3 were given");
        row("P.Softmax(dim=1)", "TypeError: Softmax.__init__() got an unexpected keyword argument 'dim'");
        row("P.BroadcastTo()", "TypeError: BroadcastTo.__init__() missing 1 required positional argument: 'shape'");
        row("ms.nn.ReLU(1)", "TypeError: ReLU.__init__() takes 1 positional argument but 2 were given");
        row("ms.nn.Threshold()", "TypeError: Threshold.__init__() missing 2 required positional arguments: 'threshold' "
                                 "and 'value'");
        row("ms.nn.LeakyReLU('a')", "TypeError: For 'LeakyReLU', the type of 'alpha' should be one of '['float', "
                                    "'int']', but got type 'str'.");
        row("ms.nn.ReLU()(y=1)", "TypeError: ReLU.construct() got an unexpected keyword argument 'y'");
        row("P.Split(0, 2)(x)", "ValueError: For 'Split', the size of the input along axis 0 must be divisible by "
                                "'output_num', but got 3 and 2.");
        row("P.InvertPermutation()((0, 3))",
            "ValueError: For 'InvertPermutation', the input must be a permutation of 0 to 1, but got (0, 3).");
        row("ops.randn('a')",
            "TypeError: If the length of the argument 'shape' is 1, the type of the argument 'shape' must "
            "be one of ['int', 'list', 'tuple'], but got a.");
        row("ops.rand(2, dtype=ms.int32)", "ValueError: For 'rand', the 'dtype' must be a float type, but got Int32.");
        row("ops.randint(0.5, 3, (2,))", "TypeError: For 'randint', 'low' must be an int, but got <class 'float'>.");
        row("ops.uniform((2,), 0.0, 1.0)",
            "TypeError: For functional operator[uniform], the input[minval] and input[maxval] must be a Tensor.");
        row("ops.dropout(x, 0.5, True, 'a')", "TypeError: For 'dropout', the 'seed' must be int, but got 'str'");
        row("ops.dropout(x, 0.5, True, -1)",
            "ValueError: For 'dropout', the 'seed' must be int and must >= 0, but got '-1' with type 'int'.");
        row("ops.dropout(x, 'a')", "TypeError: For 'dropout', the 'p' must be float, but got 'str'.");
        row("ops.dropout(x, 1.5)", "ValueError: For 'Dropout, the 'keep_prob' must be in (0.0, 1.0], but got -0.5.");
        row("ops.dropout(ms.Tensor([1]))",
            "TypeError: For primitive[Dropout], the input argument[x] must be a type of {Tensor[BFloat16], "
            "Tensor[Float16], Tensor[Float32], Tensor[Float64]}, but got Tensor[Int64].");
        row("ops.dropout1d(x)", "ValueError: For dropout1d, input shape should be 2D or 3D, but got 1.");
        row("ops.dropout2d(x)",
            "ValueError: For primitive[Dropout2D], the rank of input  must be equal to 4 , but got 1.");
        row("ops.multinomial(x, 4, False)",
            "ValueError: For 'multinomial', the 'num_samples' must be less than the last dimension of input without "
            "'replacement', but got 'num_samples': 4 and 'replacement': False");
        row("ms.set_seed('a')", "TypeError: The argument 'seed' must be type of int, but got <class 'str'>.");
        row("ms.set_seed(-1)",
            "ValueError: For 'global_seed', the 'seed' must be int and must >= 0, but got '-1' with type 'int'.");
        row("ms.Generator().manual_seed('a')", "TypeError: Seed must be an integer.");
        row("ms.Generator().set_state(ms.Tensor([1]))", "RuntimeError: State data type must be UInt8, but got Int64");
        row("ops.arange('a')",
            "TypeError: For arange, the input type must be int or float or a TensorScalar in "
            "[mindspore.int32, mindspore.float32, mindspore.int64, mindspore.float64], but got String");
        row("ops.arange(5, 1)", "ValueError: For Range, delta cannot be positive when limit < start.");
        row("ops.zeros((2,), 'float32')",
            "TypeError: For 'Zeros', the input 'dtype' should be mindspore dtype, but got float32.");
        row("ops.full_like(1, 2)",
            "TypeError: For ops.full_like, the argument 'x' must be tensor, but got <class 'int'>");
        row("ops.vmap(f, None)(x)",
            "RuntimeError: The 'in_axes' of 'vmap' cannot be a single None while 'fn' is not a 'CellList'.");
        row("ops.vmap(f, 'a')(x)",
            "RuntimeError: The axis in vmap`s 'in_axes' can only be of type Int or None, but got 'a'.");
        row("ops.vmap(f, 5)(x)",
            "RuntimeError: The axis: 5 in 'in_axes' is out of bounds for array of dimension [-1,1).");
        row("ops.vmap(f, (0, 0))(x)",
            "RuntimeError: When vmap`s 'in_axes' is a tuple or list, and its size must be equal to "
            "the number of arguments of 'fn': 1, but got size: 2.");
        row("ops.vmap(f, 0, (0, 1))(x)",
            "RuntimeError: The size of vmap's 'out_axes' should be equal to the result size: 1, but got size: 2.");
        row("ops.vmap(lambda a, b: a)(x, x[:2])",
            "RuntimeError: The 'axis_size' of each argument in the scope of 'vmap' should be equal, but got 3 and 2.");
        row("ops.tuple_div((8,), (3,))",
            "RuntimeError: The inputs of 'tuple_div' operator should be divisible, but they are not divisible now, the "
            "dividend is 8, the divisor is 3.");
        row("ops.tuple_div((8,), (2, 2))", "RuntimeError: The size of inputs of 'tuple_div' operator must be the same, "
                                           "but the size of divisor tuple is "
                                           "2, the size of dividend tuple is 1.");
        row("ops.typeof(x, x)",
            "TypeError: The Typeof operator must requires 1 argument, but the size of arguments is 2.");
        row("ops.WhileLoop()(1, f, x)",
            "TypeError: For 'WhileLoop', the type of 'cond_func' should be one of '['function', "
            "'method']', but got type 'int'.");
        row("ops.ForiLoop()(0.5, 4, f, x)", "TypeError: For 'ForiLoop', the type of 'lower' should be one of '['int', "
                                            "'Tensor']', but got type 'float'.");
        row("mint.nn.functional.dropout(x, 2.0)",
            "ValueError: dropout probability has to be between 0 and 1, but got 2.0");
        row("mint.nn.Softmax(1, 2)",
            "TypeError: Softmax.__init__() takes from 1 to 2 positional arguments but 3 were given");
        row("mint.div(x, x, rounding_mode='up')",
            "ValueError: For ops.div, rounding_mode value should be None, 'floor' or 'trunc', but got up.");
        row("ms.numpy.split(x, 2)", "ValueError: array split does not result in an equal division: 3 by 2.");
        row("ms.numpy.zeros(2, 'x')",
            "TypeError: only MindSpore data types, numpy data types, Python types and their names "
            "are supported, but got x");
        row("ms.numpy.meshgrid(x, indexing='a')", "ValueError: Valid values for `indexing` are 'xy' and 'ij'.");
    }
    void mistakesAreTold() {
        QFETCH(QString, expression);
        QFETCH(QString, message);
        const std::string script =
            "import mindspore as ms\n"
            "from mindspore import mint, ops\n"
            "from mindspore.ops import operations as P\n"
            "x = ms.Tensor([1.0, 2.0, 3.0])\n"
            "def f(value):\n    return value\n"
            "try:\n    " +
            expression.toStdString() +
            "\nexcept Exception as problem:\n    print(f'{type(problem).__name__}: {problem}')\n";
        QCOMPARE(QString::fromStdString(runner->outputOf(script)), message + "\n");
    }

    void equalSeedsGiveEqualNumbers() {
        const std::string script =
            "import mindspore as ms\n"
            "from mindspore import mint, ops\n"
            "def numbers():\n"
            "    return str([ops.randn(3), mint.rand(2), ops.randperm(5), ops.dropout(ops.ones((9,)), "
            "0.5), ops.randint(0, 9, (4,), seed=3)])\n"
            "ms.set_seed(5)\n"
            "first = numbers()\n"
            "state = ms.get_rng_state()\n"
            "second = numbers()\n"
            "ms.set_rng_state(state)\n"
            "print(first != second, ms.get_seed())\n"
            "ms.set_seed(5)\n"
            "print(numbers() == first)\n"
            "ms.manual_seed(5)\n"
            "print(ms.initial_seed(), numbers() == first)\n"
            "g = ms.Generator().manual_seed(7)\n"
            "one = str(mint.randn(3, generator=g))\n"
            "saved = g.get_state()\n"
            "two = str(mint.randn(3, generator=g))\n"
            "g.set_state(saved)\n"
            "print(one != two, str(mint.randn(3, generator=g)) == two)\n";
        QCOMPARE(QString::fromStdString(runner->outputOf(script)), QString("True 5\nTrue\n5 True\nTrue True\n"));
    }

    void gradientsPassDropoutAndStopAtStopGradient() {
        const std::string script = "import mindspore as ms\n"
                                   "from mindspore import ops\n"
                                   "x = ops.ones((6,)) * 3\n"
                                   "ms.set_seed(1)\n"
                                   "y = ops.dropout(x, 0.5)\n"
                                   "ms.set_seed(1)\n"
                                   "g = ms.grad(lambda a: ops.dropout(a, 0.5))(x)\n"
                                   "print((g * 3 == y).all())\n"
                                   "print(ms.grad(lambda a: ops.stop_gradient(a) * a)(x)[0])\n"
                                   "print(ms.grad(lambda a: ops.cast(a, ms.float64) * 2)(x)[0])\n"
                                   "print(ms.grad(lambda a: ops.full((2, 3), a))(ms.Tensor(2.0)))\n"
                                   "print(ms.grad(lambda a: ops.vmap(lambda r: r * r)(a))(x)[0])\n";
        QCOMPARE(QString::fromStdString(runner->outputOf(script)), QString("True\n3.0\n2.0\n6.0\n6.0\n"));
    }

    void printWritesToThePlaceOfPythonsOutput() {
        const std::string script = "import mindspore as ms\n"
                                   "from mindspore import ops\n"
                                   "from mindspore.ops import operations as P\n"
                                   "ops.print_('a', ms.Tensor([1]), 1)\n"
                                   "P.Print()('b', (ms.Tensor(1), 2))\n";
        QCOMPARE(
            QString::fromStdString(runner->outputOf(script)),
            QString("a\nTensor(shape=[1], dtype=Int64, value= [1])\n1\nb\n(Tensor(shape=[], dtype=Int64, value= 1), "
                    "2)\n"));
    }

private:
    static std::string pathOf(const QString &file) { return dataPath("namings/" + file.toStdString() + ".txt"); }

    static void addFiles() {
        QTest::addColumn<QString>("file");
        for (const char *file : {"numpy", "mint", "primitives"})
            QTest::newRow(file) << file;
    }

    QString outputOfRows(const QString &file, const char *inGraphs) {
        return QString::fromStdString(runner->outputOf("rows = \"" + pathOf(file) + "\"\nin_graphs = " + inGraphs +
                                                       "\n" + readText(dataPath("namings/check.py"))));
    }

    std::unique_ptr<PythonScripts> runner;
};

JITSCOPE_TEST(NamingsTest)

} // namespace jitscope::tst_namings

#include "tst_namings.moc"
