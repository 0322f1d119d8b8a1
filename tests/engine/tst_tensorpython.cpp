// SPDX-License-Identifier: Apache-2.0
// `mindspore.Tensor` as scripts use it: writing in place, methods, memory shared with NumPy, text, and every way to be
// wrong.
#include "engine/session/records.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_tensorpython {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

const std::string preamble = "import numpy as np\n"
                             "import mindspore as ms\n"
                             "from mindspore import Parameter, Tensor, ops\n"
                             "x = Tensor(np.ones((2, 3), np.float32))\n";

RunOptions unrecorded() {
    RunOptions options;
    options.record = RecordLevel::None;
    return options;
}

} // namespace

class TensorPythonTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void scriptFindsNothingToTell_data();
    void scriptFindsNothingToTell();
    void tensorsPrintAsInMindSpore();
    void mistakesAreTold_data();
    void mistakesAreTold();
    void noArgumentsCrashAnOperator();

private:
    PythonScripts m_scripts;
};

void TensorPythonTest::scriptFindsNothingToTell_data() {
    QTest::addColumn<QString>("script");
    for (const char *script :
         {"graph_brancheffects", "graph_gradienthooks", "graph_hostcalls", "graph_interrupts", "graph_outergradients",
          "graph_released", "graph_results", "graph_weightwrites", "tensor_complex", "tensor_inplace", "tensor_interop",
          "tensor_methods", "tensor_numbers", "tensor_orders", "tensor_weights"})
        QTest::newRow(script) << script;
}

void TensorPythonTest::scriptFindsNothingToTell() {
    QFETCH(QString, script);
    const RunOutcome outcome = m_scripts.runFile(dataPath("scripts/" + script.toStdString() + ".py"), unrecorded());
    COMPARE_TEXT(outcome.error, "");
    COMPARE_TEXT(m_scripts.printed(), "done\n");
}

void TensorPythonTest::tensorsPrintAsInMindSpore() {
    const RunOutcome outcome = m_scripts.runFile(dataPath("scripts/tensor_printing.py"), unrecorded());
    COMPARE_TEXT(outcome.error, "");
    COMPARE_TEXT(differenceToFile(m_scripts.printed(), "tensor/printing_python.txt"), "");
}

void TensorPythonTest::mistakesAreTold_data() {
    QTest::addColumn<QString>("statement");
    QTest::addColumn<QString>("told"); // a part of the traceback
    QTest::newRow("shapes do not broadcast, with the call")
        << "x + Tensor(np.ones((4, 5), np.float32))"
        << "input2.shape = [4, 5]\nAdd(input: Tensor[Float32](2, 3), other: Tensor[Float32](4, 5))";
    QTest::newRow("a wrong kind, with the call")
        << "ops.add(x, 'a')"
        << "[Add] 'other' must be a Tensor or a number, but got 'str'\nAdd(input: Tensor[Float32](2, 3), other: 'a')";
    QTest::newRow("the line of the user") << "x + 'a'"
                                          << "line 5";
    QTest::newRow("more than memory") << "ops.zeros((2**40, 2))"
                                      << "MemoryError: Not enough memory: a tensor needs 8.80 TB";
    QTest::newRow("more than memory by an operator") << "x.broadcast_to((2**40, 2, 3)) + 1"
                                                     << "MemoryError: Not enough memory: a tensor needs 26.39 TB";
    QTest::newRow("more than can be addressed") << "ops.zeros((2**62, 4))"
                                                << "ValueError: ";
    QTest::newRow("truth of many") << "bool(x)"
                                   << "ValueError: The tensor should have only one element, but got 6, more than one "
                                      "element is ambiguous.";
    QTest::newRow("int of many") << "int(x)"
                                 << "ValueError: The tensor should have only one element";
    QTest::newRow("float of many") << "float(x)"
                                   << "ValueError: Only one element tensors can be converted to Python scalars";
    QTest::newRow("an index of a float")
        << "[1][Tensor(0.0)]"
        << "ValueError: Only integer tensors of a single element can be converted to an index.";
    QTest::newRow("len of a scalar") << "len(Tensor(1))"
                                     << "TypeError: Not support len of a 0-D tensor";
    QTest::newRow("iterating a scalar") << "list(Tensor(1))"
                                        << "TypeError: iteration over a 0-d tensor";
    QTest::newRow("formatting many") << "f'{x:.2f}'"
                                     << "TypeError: unsupported format string passed to Tensor.__format__";
    QTest::newRow("an item out of bounds") << "x.item(6)"
                                           << "IndexError: index 6 is out of bounds for size 6";
    QTest::newRow("an order with None") << "x < None"
                                        << "TypeError: '<' not supported between instances of";
    QTest::newRow("no data") << "Tensor(None)"
                             << "TypeError: For 'Tensor', the type of 'input_data' should be one of";
    QTest::newRow("a ragged list") << "Tensor([[1, 2], [3]])"
                                   << "TypeError: For Tensor, the input_data is [[1, 2], [3]] that contain unsupported "
                                      "element.";
    QTest::newRow("a list in itself") << "l = []; l.append(l); Tensor(l)"
                                      << "ValueError: A tensor has at most 8 axes, but the list is nested deeper.";
    QTest::newRow("a list in itself as an argument") << "l = []; l.append(l); ops.stack(l)"
                                                     << "RecursionError: ";
    QTest::newRow("data and a shape") << "Tensor([1], shape=(1,))"
                                      << "ValueError: When initializing a tensor with 'input_data', 'shape' should be "
                                         "set to None.But got shape: (1,).";
    QTest::newRow("an unknown dtype name") << "x.astype('abc')"
                                           << "TypeError: For Tensor.astype, the string input type must be one of";
    QTest::newRow("an int of 65 bits") << "Tensor(2**64)"
                                       << "OverflowError: ";
    QTest::newRow("a larger dtype in place")
        << "x.add_(Tensor(np.ones((2, 3))))"
        << "TypeError: Data type conversion is not supported for a 'Parameter', nor for the input tensor of an "
           "in-place "
           "operator, so data type Float32, which cannot be converted to data type Float64 automatically.";
    QTest::newRow("a larger shape in place") << "x.mul_(Tensor(np.ones((4, 2, 3), np.float32)))"
                                             << "ValueError: For 'Mul' in place, the result of shape [4, 2, 3] does "
                                                "not fit into the tensor of shape [2, 3].";
    QTest::newRow("a broadcast tensor in place") << "x.broadcast_to((2, 2, 3)).zero_()"
                                                 << "Write to a copy of it: x.copy().";
    QTest::newRow("assign of another shape")
        << "ops.assign(Parameter(x), Tensor(np.ones((3, 3), np.float32)))"
        << "ValueError: For 'Assign','value' must have the same shape as 'variable'. But got 'value' shape: (3, 3), "
           "'variable' shape: (2, 3).";
    QTest::newRow("assign of a number") << "ops.assign(Parameter(x), 2.0)"
                                        << "ValueError: For 'Assign','value' must have the same rank as 'variable'.";
    QTest::newRow("parameter data of a text") << "Parameter(x).set_data('a')"
                                              << "TypeError: Parameter data must be [`Tensor`, `int`, `float`] or a "
                                                 "kind of `Tensor` (like `Tensor`). But with "
                                                 "type <class 'str'>.";
    QTest::newRow("no bounds") << "x.clamp(None, None)"
                               << "ValueError: For Clamp, at least one of 'min' or 'max' must not be None.";
    QTest::newRow("bounds of two kinds") << "x.clamp(Tensor(1.0), 2)"
                                         << "TypeError: Failed calling clamp with one number";
    QTest::newRow("a used capsule") << "c = x.to_dlpack(); ms.utils.from_dlpack(c); ms.utils.from_dlpack(c)"
                                    << "BufferError: For 'from_dlpack', the capsule was used already.";
    QTest::newRow("no capsule")
        << "ms.utils.from_dlpack(3)"
        << "TypeError: For 'from_dlpack', an object with __dlpack__ or a DLPack capsule is needed, "
           "but got 'int'.";
    QTest::newRow("a buffer of bfloat16") << "memoryview(x.bfloat16())"
                                          << "BufferError: A buffer cannot hold elements of type BFloat16";
    QTest::newRow("an array of bfloat16") << "x.bfloat16().asnumpy()"
                                          << "TypeError: NumPy has no dtype for BFloat16";
    QTest::newRow("a method that is not there")
        << "x.kthvalue()"
        << "AttributeError: mindspore.Tensor.kthvalue is part of MindSpore 2.7 and 2.10, but not of JitScope.";
}

void TensorPythonTest::mistakesAreTold() {
    QFETCH(QString, statement);
    QFETCH(QString, told);
    const RunOutcome outcome = m_scripts.run(preamble + statement.toStdString() + "\n", unrecorded());
    QVERIFY2(outcome.error.find(told.toStdString()) != std::string::npos, outcome.error.c_str());
}

void TensorPythonTest::noArgumentsCrashAnOperator() {
    const RunOutcome outcome = m_scripts.runFile(dataPath("scripts/fuzz_operators.py"), unrecorded());
    COMPARE_TEXT(outcome.error, "");
    QVERIFY2(m_scripts.printed().find(" exceptions\n") != std::string::npos, m_scripts.printed().c_str());
}

JITSCOPE_TEST(TensorPythonTest)

} // namespace jitscope::tst_tensorpython

#include "tst_tensorpython.moc"
