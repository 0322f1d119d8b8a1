// SPDX-License-Identifier: Apache-2.0
// Layers, losses and the base of layers through the door a user has: the cases of tests/data/nn against NumPy, and what
// is said about mistakes.
#include "tests/support/pythonscripts.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_nn {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

const std::string cases = dataPath("nn/");

} // namespace

class NnTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void caseHolds_data();
    void caseHolds();
    void mistakesAreTold_data();
    void mistakesAreTold();

private:
    PythonScripts m_python;
};

void NnTest::caseHolds_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("name");
    for (const char *file :
         {"cells.py", "containers.py", "distributions.py", "layers.py", "losses.py", "primitives.py"})
        for (const std::string &name : casesOf(cases + file))
            QTest::newRow(name.c_str()) << file << QString::fromStdString(name);
}

void NnTest::caseHolds() {
    QFETCH(QString, file);
    QFETCH(QString, name);
    const std::string output = m_python.outputOfFile(cases + file.toStdString(), name.toStdString());
    // Warnings may stand before it.
    QVERIFY2(output == "ok\n" || output.ends_with("\nok\n"), output.c_str());
}

void NnTest::mistakesAreTold_data() {
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *expression, const char *message) {
        QTest::newRow(expression) << expression << message;
    };
    // Cells
    row("nn.ReLU().nothing", "AttributeError: The 'ReLU' object has no attribute 'nothing'.");
    row("Early()", "AttributeError: For 'insert_param_to_cell', please call Cell.__init__() firstly.");
    row("nn.Cell()(x)", "AttributeError: For 'Cell', the method 'construct' is not defined.");
    row("setattr(net, 'w', 3)", "TypeError: Parameter 'w' already exists in network, can not assign this type: '<class "
                                "'int'>' as a parameter.");
    row("setattr(net, 'fc', 3)",
        "TypeError: Sub cell 'fc' already exists in network, can not assign this type: '<class 'int'>' as a cell.");
    row("setattr(net, 'w', nn.ReLU())",
        "KeyError: \"For 'insert_child_to_cell', the w child cell already exists in the "
        "network.Cannot insert another child cell with the same name.\"");
    row("net.insert_param_to_cell('a.b', net.w)",
        "KeyError: \"For 'insert_param_to_cell', the argument 'param_name' should not contain'.' \"");
    row("net.insert_param_to_cell('b', 3)", "TypeError: For 'insert_param_to_cell', the argument 'param' must be "
                                            "'Parameter' if not None, but got <class 'int'>.");
    row("net.insert_child_to_cell('b', 3)", "TypeError: For 'insert_child_to_cell', the argument 'child_cell' must be "
                                            "'Cell' if not None, but got type <class 'int'>.");
    row("net.register_forward_hook(3)", "TypeError: Expected a callable hook function, but got int.");
    row("ms.grad(hooked)(x)",
        "TypeError: The backward hook return value size is 2 not equal to expect grad input size 1");
    row("net.load_state_dict({'x': x})",
        "RuntimeError: Error(s) in loading state_dict for Net:\n\tMissing key(s) in state_dict: \"w\", \"fc.weight\", "
        "\"fc.bias\". \n\tUnexpected key(s) in state_dict: \"x\". ");
    row("net.get_sub_cell('b')", "AttributeError: Net has no attribute `b`");
    row("ms.grad(Short(), (0, 1))(x, x)", "RuntimeError: Grad size should lager than forward inputs, but got 1 vs 2");
    // Containers
    row("nn.SequentialCell(3)",
        "TypeError: For 'SequentialCell', the 'args[0]' must be Cell, list or orderedDict, but got int");
    row("nn.SequentialCell(nn.ReLU())[1]",
        "IndexError: For 'SequentialCell', the value of 'index' must be a number in range [-1, 1), but got 1.");
    row("nn.SequentialCell(nn.ReLU())['a']",
        "TypeError: For 'SequentialCell', the type of 'index' must be int, but got str.");
    row("nn.CellList([3])", "TypeError: For 'CellList', each cell must be subclass of Cell, but got int.");
    row("nn.CellList(3)",
        "TypeError: For 'CellList', the new cells wanted to append should be instance of list, but got int.");
    row("nn.CellDict({'a': 3})", "TypeError: For 'CellDict', the type of cell should be Cell, but got int.");
    row("nn.CellDict({3: nn.ReLU()})", "TypeError: For 'CellDict', the type of key should be string but got int.");
    // Layers
    row("nn.Dense(0, 3)",
        "ValueError: For 'Dense', the 'in_channels' must be int and must > 0, but got '0' with type 'int'.");
    row("nn.Dense('a', 3)", "TypeError: For 'Dense', the 'in_channels' must be int, but got 'str'");
    row("nn.Dense(2, 3, activation=3)",
        "TypeError: For 'Dense', the 'activation' must be str or Cell or Primitive, but got int.");
    row("nn.Dense(2, 3, has_bias=1)", "TypeError: For 'Dense', the 'has_bias' must be a bool, but got int.");
    row("nn.Conv2d(3, 4, 0)",
        "ValueError: For 'Conv2d', the 'kernel_size item' must be int and must > 0, but got '0' with type 'int'.");
    row("nn.Conv2d(3, 4, (1, 2, 3))", "TypeError: When expanding an int number to tuple, input tuple dimension must be "
                                      "2, but got (1, 2, 3)");
    row("nn.Conv2d(3, 4, 3, pad_mode='no')", "ValueError: For 'Conv2D', the 'pad_mode' must be str and must be in "
                                             "'['valid', 'same', 'pad']', but got 'no'.");
    row("nn.Conv2d(3, 4, 3, padding=1)",
        "ValueError: For 'Conv2D', the 'pad' must be zero when 'pad_mode' is not 'pad', "
        "but got 'pad': 1 and 'pad_mode': same.");
    row("nn.Conv2d(3, 4, 3, group=2)", "ValueError: The argument 'group' should be divisible by 'in_channels' and "
                                       "'out_channels', but got group:2, in_channels:3, out_channels:4.");
    row("nn.Conv1d(3, 4, (1, 2))",
        "TypeError: For 'Conv1d', the type of 'kernel_size' should be 'int', but got type 'tuple'.");
    row("nn.BatchNorm2d(3)(x)", "ValueError: For 'BatchNorm2d', the in_shape must have 4 dims, but got 2.");
    row("nn.BatchNorm2d(0)", "ValueError: For 'BatchNorm2d', the 'num_features' must be at least 1, but got 0.");
    row("nn.BatchNorm2d(3, momentum=2)",
        "ValueError: For 'BatchNorm2d', the 'momentum' must be a number in range [0, 1], but got 2.");
    row("nn.LayerNorm(3)",
        "TypeError: For 'LayerNorm', the type of 'normalized_shape' must be tuple[int] or list[int], "
        "but got 3 and the type is <class 'int'>.");
    row("nn.GroupNorm(3, 4)",
        "ValueError: For 'GroupNorm', the 'num_channels' must be divided by 'num_groups', but got "
        "'num_channels': 4, 'num_groups': 3.");
    row("nn.Dropout(p=1.5)", "ValueError: For 'Dropout', the 'p' must be a number in range [0, 1), but got 1.5.");
    row("nn.Embedding(10, 3, padding_idx=11)",
        "ValueError: For 'Embedding', the 'padding_idx' must be in range of [0, 10), but got 11 with type 'int'.");
    row("nn.MaxPool2d(0)",
        "ValueError: For 'MaxPool2d', the 'kernel_size' must be an positive int number or a tuple, but got 0");
    row("nn.MaxPool2d(2, pad_mode='no')", "ValueError: For 'MaxPool2d', the 'pad_mode' must be str and must be in "
                                          "'['VALID', 'SAME', 'PAD']', but got 'NO'.");
    row("nn.MaxPool2d(2, padding=1)", "ValueError: For MaxPool2d, the parameter 'padding', 'dilation', "
                                      "'return_indices', 'ceil_mode' can not be set to "
                                      "non-default value when pad_mode is not 'pad', but got pad_mode:valid.");
    row("nn.Pad(((1, 1),))(x)",
        "ValueError: For 'Pad', the length of 'paddings' must be equal to the rank of 'input_x', but got 1 vs 2");
    row("nn.RNN(3, 4, nonlinearity='no')",
        "ValueError: For 'RNN', the 'nonlinearity' must be in ['tanh', 'relu'], but got no.");
    row("nn.LSTM(3, 4, dropout=2.0)",
        "ValueError: For 'LSTM', the 'dropout' must be a number in range [0, 1) representing the probability of an "
        "element being zeroed, but got 2.0.");
    row("nn.MultiheadAttention(8, 3)", "ValueError: The init argument 'embed_dim' must be divisible by 'num_heads'.");
    row("nn.Upsample(size=3, mode='bilinear')(x)",
        "ValueError: For 'interpolate', bilinear only support '[4]'D, but got 2D");
    // Losses
    row("nn.MSELoss('no')",
        "ValueError: For 'MSELoss', the 'reduction' must be in ['mean', 'sum', 'none'], but got no.");
    row("nn.SoftmaxCrossEntropyWithLogits(sparse=1)",
        "TypeError: For 'SoftmaxCrossEntropyWithLogits', the 'sparse' must be a bool, but got int.");
    // Initial values
    row("initializer('no', [2])", "ValueError: For 'initializer', the class corresponding to 'no' was not found.");
    row("initializer('normal', [2, 0])", "ValueError: For 'initializer', the argument 'shape' is invalid, the value of "
                                         "'shape' must be positive integer, but got (2, 0)");
    row("initializer({}, [2])", "TypeError: For 'initializer', the type of the 'init' argument should be 'Tensor', "
                                "'number', 'string' or 'initializer', but got <class 'dict'>.");
    row("initializer('identity', [2, 3, 4])", "ValueError: For Identity initializer, the dimension of the initialized "
                                              "tensor should be 2, but got 3.");
}

void NnTest::mistakesAreTold() {
    QFETCH(QString, expression);
    const std::string script = "import numpy as np\n"
                               "import mindspore as ms\n"
                               "from mindspore import Parameter, Tensor, nn, ops\n"
                               "from mindspore.common.initializer import initializer\n"
                               "class Early(nn.Cell):\n"
                               "    def __init__(self):\n"
                               "        self.w = Parameter(Tensor([1.0]))\n"
                               "class Short(nn.Cell):\n"
                               "    def construct(self, x, y):\n"
                               "        return x * y\n"
                               "    def bprop(self, x, y, out, dout):\n"
                               "        return (dout,)\n"
                               "class Net(nn.Cell):\n"
                               "    def __init__(self):\n"
                               "        super().__init__()\n"
                               "        self.w = Parameter(Tensor([1.0]))\n"
                               "        self.fc = nn.Dense(2, 3)\n"
                               "x, net, hooked = Tensor(np.ones((2, 2), np.float32)), Net(), nn.ReLU()\n"
                               "hooked.register_backward_hook(lambda cell, into, out: (into[0], 3))\n"
                               "try:\n"
                               "    " +
                               expression.toStdString() +
                               "\n"
                               "except Exception as failure:\n"
                               "    print(f'{type(failure).__name__}: {failure}', end='')\n";
    QTEST(QString::fromStdString(m_python.outputOf(script)), "message");
}

JITSCOPE_TEST(NnTest)

} // namespace jitscope::tst_nn

#include "tst_nn.moc"
