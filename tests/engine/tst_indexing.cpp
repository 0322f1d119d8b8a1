// SPDX-License-Identifier: Apache-2.0
// Indexing of tensors from Python, read and written: the cases of tests/data/indexing, views that share elements, and a
// row for every way an index can be wrong.
#include "tests/support/pythonscripts.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_indexing {

using namespace jitscope::testing;

namespace {

const std::string preamble = R"(import numpy as np
import mindspore as ms
from mindspore import Tensor, ops
def tensor(*shape):
    return Tensor(np.arange(int(np.prod(shape)), dtype=np.float32).reshape(shape))
)";

struct Row {
    const char *name;
    const char *code;
    const char *expected; ///< what is printed, the error's line at its end
};

const Row rows[] = {
    {"one index takes a view", "z = tensor(2, 3)\nrow = z[1]\nrow[0] = 9\nprint(z[1, 0].item())", "9.0\n"},
    {"an index of a part writes to the whole", "z = ops.zeros((2, 3), ms.float32)\nz[1:][0, 2] = 7\nprint(z.tolist())",
     "[[0.0, 0.0, 0.0], [0.0, 0.0, 7.0]]\n"},
    {"views share the elements",
     "z = tensor(2, 3, 4)\n"
     "views = [z[::-1], z[:, 1], z[None], z.T, z.swapaxes(0, 1), z.reshape(6, 4), z.reshape(-1), z.broadcast_to((2, 2, "
     "3, 4)),\n"
     "         ops.split(z, 2, 2)[1], ops.chunk(z, 2)[1], ops.unbind(z, 1)[2], ops.narrow(z, 1, 1, 2), "
     "ops.diagonal(z),\n"
     "         ops.movedim(z, 0, 1), z[:, ::2].reshape(2, 2, 2, 2), z.expand_dims(1), z[:1].squeeze(0)]\n"
     "z[...] = 5\nprint(all((view.asnumpy() == 5).all() for view in views), len(views))",
     "True 17\n"},
    {"what tensors index is a copy", "z = tensor(4)\nw = z[[0, 1]]\nw[0] = 9\nprint(z[0].item())", "0.0\n"},
    {"flipping copies", "z = tensor(3)\nw = ops.flip(z, (0,))\nw[0] = 9\nprint(z.tolist())", "[0.0, 1.0, 2.0]\n"},
    {"source and target may overlap",
     "z = tensor(5)\nz[1:] = z[:-1]\nprint(z.tolist())\nz[::-1] = z\nprint(z.tolist())\nz[[0, 1, 2]] = z[1:4]\n"
     "print(z.tolist())",
     "[0.0, 0.0, 1.0, 2.0, 3.0]\n[3.0, 2.0, 1.0, 0.0, 0.0]\n[2.0, 1.0, 0.0, 0.0, 0.0]\n"},
    {"values of other kinds",
     "z = ops.zeros((2, 3), ms.int32)\nz[0] = 1.7\nz[1] = [1, 2, 3]\nz[:, 0] = np.array([8, 9])\nz[1, 1:] = (4, 5)\n"
     "z[0, 1] = True\nprint(z.tolist(), z.dtype)",
     "[[8, 1, 1], [9, 4, 5]] Int32\n"},
    {"a parameter stays one",
     "p = ms.Parameter(tensor(2), name='p')\np[0] = 5\nprint(type(p).__name__, p.name, p.tolist())",
     "Parameter p [5.0, 1.0]\n"},
    {"bools choose", "z = tensor(2, 3)\nz[z > 3] = -1\nprint(z.tolist(), z[z < 0].shape, z[[True, False]].shape)",
     "[[0.0, 1.0, 2.0], [3.0, -1.0, -1.0]] (2,) (1, 3)\n"},
    {"True is a new axis", "z = tensor(2, 3)\nprint(z[True].shape, z[True, [0, 1]].shape, tensor()[None].shape)",
     "(1, 2, 3) (2, 3) (1,)\n"},
    {"tensors as bounds", "z = tensor(4)\nprint(z[Tensor(1):Tensor(3)].tolist(), z[Tensor(2)].item())",
     "[1.0, 2.0] 2.0\n"},
    {"a list with slices is a tuple", "print(tensor(2, 3)[[0, slice(1, None)]].tolist())", "[1.0, 2.0]\n"},
    {"iteration gives rows", "print([row.sum().item() for row in tensor(2, 3)])", "[3.0, 12.0]\n"},
    {"graphs index as eager code does",
     "@ms.jit\ndef f(x, y):\n    z = x * 1\n    z[1:, 1:3] = y\n    z[0] = z[2]\n    return z[:, [0, 1]], z[None, "
     "::2], z[1]\n"
     "x, y = tensor(3, 4), tensor(2, 2)\n"
     "z = x.asnumpy().copy()\nz[1:, 1:3] = y.asnumpy()\nz[0] = z[2]\n"
     "print([np.array_equal(g.asnumpy(), e) for g, e in zip(f(x, y), (z[:, [0, 1]], z[None, ::2], z[1]))])",
     "[True, True, True]\n"},

    {"a shape that depends on elements in a graph",
     "@ms.jit\ndef f(x):\n    return ops.nonzero(x) * 2\nprint(f(tensor(3)).tolist(), f(tensor(4) * 0).shape)",
     "[[2], [4]] (0, 1)\n"},

    {"index out of range", "tensor(2, 3)[5]", "IndexError: index 5 is out of bounds for dimension with size 2\n"},
    {"second index out of range", "tensor(2, 3)[0, -4]",
     "IndexError: index -4 is out of bounds for dimension with size 3\n"},
    {"assigned index out of range", "tensor(2, 3)[2] = 1",
     "IndexError: index 2 is out of bounds for dimension with size 2\n"},
    {"element of an index out of range", "tensor(2, 3)[Tensor([0, 7])]",
     "IndexError: index 7 is out of bounds for dimension with size 2\n"},
    {"assigned element out of range", "tensor(2, 3)[:, [0, 3]] = 1",
     "IndexError: index 3 is out of bounds for dimension with size 3\n"},
    {"huge index", "tensor(2, 3)[10 ** 30]", "IndexError: cannot fit 'int' into an index-sized integer\n"},
    {"too many indices", "tensor(2, 3)[0, 0, 0]", "IndexError: too many indices for tensor of dimension2\n"},
    {"index of a number", "tensor()[0]", "TypeError: Cannot iterate over a scalar tensor.\n"},
    {"two ellipses", "tensor(2, 3)[..., ...]", "IndexError: An index can only have a single ellipsis('...')\n"},
    {"float as index", "tensor(2)[1.5]",
     "IndexError: Only support integers, slices(`:`), ellipsis(`...`), None, bool, tensor, int, list and tuple as "
     "index, but "
     "got 1.5 with type <class 'float'>\n"},
    {"text as index", "tensor(2)['a']",
     "IndexError: Unsupported Python object type received: <class 'str'>. Supported types for tensor indexing are: "
     "list, "
     "int, float, tuple, slice, ellipsis, None, array, bool, or Tensor. Received value: 'a'\n"},
    {"False as index", "tensor(2)[False]",
     "IndexError: When tensor is indexed by a bool object, the value only support 'True'.\n"},
    {"empty list", "tensor(2)[[]]", "IndexError: When tensor is indexed by list, the list can't be empty.\n"},
    {"floats as indices", "tensor(2)[Tensor([0.0, 1.0])]",
     "IndexError: The tensor index must be int or bool type, but got [0. 1.]\n"},
    {"bools of another shape", "tensor(2, 3)[Tensor([True, False, True])]",
     "ValueError: The shape of index [3]does not match the shape of the indexed data [2, 3] at dim index0\n"},
    {"indices that do not broadcast", "tensor(2, 3)[[0, 1], [0, 1, 2]]",
     "ValueError: For 'tensor getitem', x.shape and y.shape need to broadcast, but got x.shape = [2] and y.shape = "
     "[3].\n"},
    {"step of zero", "tensor(2)[::0]", "ValueError: For 'StridedSlice', 'strides' cannot contain 0\n"},
    {"bound of a slice", "tensor(2)['a':]", "RuntimeError: Slice index type must be int, tensor or none.\n"},
    {"value of another shape", "tensor(2, 3)[0] = tensor(2)",
     "ValueError: For 'StridedSliceAssign', in order to broadcast, each dimension pair must be equal or input "
     "dimension is 1 "
     "or target dimension is -1. But got x_shape: (2,), target shape: (3,).\n"},
    {"no value", "tensor(2)[0] = None",
     "TypeError: only support numbers, Tensor, tuple, list as value, but got None with type <class 'NoneType'>\n"},
    {"deleting", "z = tensor(2)\ndel z[0]", "AttributeError: __delitem__\n"},
    {"an axis that is not there", "ops.gather(tensor(2, 3), Tensor([0]), 2)",
     "ValueError: For primitive[Gather], the axis value must be in [-2,2), but got 2.\n"},
    {"more batches than axes", "ops.gather(tensor(2, 3), Tensor([[0]]), 1, 2)",
     "ValueError: For 'Gather', batch_dims must be less than or equal to axis and the rank of the indices, but got "
     "2.\n"},
    {"indices of another rank", "ops.gather_elements(tensor(2, 3), 0, Tensor([0]))",
     "ValueError: For primitive[GatherD], the x_rank must be equal to 1, but got 2.\n"},
    {"coordinates out of range", "ops.gather_nd(tensor(2, 3), Tensor([[0, 3]]))",
     "RuntimeError: For 'GatherNd', the 0-th value of 'indices'[0, 3] is out of range[2, 3].\n"},
    {"too many coordinates", "ops.gather_nd(tensor(2, 3), Tensor([[0, 0, 0]]))",
     "ValueError: For 'GatherNd', the last dimension of 'indices', 3, must not be greater than the rank of the input, "
     "2.\n"},
    {"a matrix of indices", "ops.index_select(tensor(2, 3), 0, Tensor([[0]]))",
     "ValueError: For 'index_select', the dimension of `index` must be 1, but got 2\n"},
    {"updates of another shape", "ops.tensor_scatter_add(tensor(2, 3), Tensor([[0]]), tensor(2))",
     "ValueError: For 'TensorScatterAdd', the shape of updates must be [1, 3], but got [2].\n"},
    {"updates of another dtype", "ops.tensor_scatter_add(tensor(2, 3), Tensor([[0, 0]]), Tensor([1]))",
     "TypeError: For TensorScatterAdd, input_x_type must equal to updates type, but got input_x_type: Float32, "
     "updates_type: Int64.\n"},
    {"an unknown reduction", "ops.tensor_scatter_elements(tensor(2, 3), Tensor([[0]]), tensor(1, 1), 0, 'max')",
     "ValueError: For 'TensorScatterElements', the 'reduction' must be 'none', 'add' or 'mul', but got \"max\".\n"},
    {"coordinates beyond the shape", "ops.scatter_nd(Tensor([[5]]), tensor(1), (3,))",
     "RuntimeError: For 'ScatterNd', the 0-th value of 'indices'[5] is out of range[3].\n"},
    {"rows of another shape", "ops.scatter_update(ms.Parameter(tensor(2, 3)), Tensor([0]), tensor(1, 2))",
     "ValueError: For 'ScatterUpdate', the shape of updates must be indices.shape + input_x.shape[1:], [1, 3], but got "
     "[1, 2].\n"},
    {"a segment that is not there", "ops.unsorted_segment_sum(tensor(2), Tensor([0, 5]), 3)",
     "ValueError: For 'UnsortedSegmentSum', segment_ids value should be [0, 3), but got 5.\n"},
    {"split into no parts", "ops.tensor_split(tensor(3), 0)",
     "ValueError: For tensor_split, the value of 'indices_or_sections' must be more than zero but got 0\n"},
    {"no chunks", "ops.chunk(tensor(3), 0)",
     "ValueError: For ops.chunk parameter 'chunks' must be greater than 0, but got 0\n"},
    {"slices of a missing axis", "ops.unstack(tensor(2), 3)",
     "ValueError: Dimension out of range (expected to be in range of [-1, 1), but got 3)\n"},
    {"a range beyond the end", "ops.narrow(tensor(3), 0, 1, 5)",
     "ValueError: For 'Narrow', start (1) + length (5) exceeds dimension size (3).\n"},
    {"the diagonal of a vector", "ops.diagonal(tensor(3))",
     "ValueError: For 'Diagonal', the input's rank must be at least 2, but got 1.\n"},
    {"negative repeats", "ops.tile(tensor(3), (-1,))",
     "ValueError: For 'Tile', 'dims' cannot contain negative integer numbers, but got -1 in 0th.\n"},
    {"repeats beyond memory", "ops.tile(tensor(3), (2 ** 62, 8))",
     "ValueError: For primitive[Tile], the product value of shape (4611686018427387904, 24) exceeds the largest size "
     "of a Tensor.\n"},
    {"shifts for other axes", "ops.roll(tensor(2, 3), (1, 2), 0)",
     "ValueError: For 'Roll', the number of shifts and dims must be the same, but got 2 and 1.\n"},
    {"an axis reversed twice", "ops.flip(tensor(2, 3), (0, 0))",
     "ValueError: For 'ReverseV2', 'axis' cannot contain the same dimension twice.\n"},
    {"more than there are", "ops.topk(tensor(3), 4)",
     "ValueError: For primitive[TopK], the k must be in (0,3], but got 4.\n"},
    {"running sums of bools", "ops.cumsum(Tensor([True]), 0)",
     "TypeError: For primitive[CumSum], the input argument[x] must be a Tensor of numbers, but got Tensor[Bool].\n"},
    {"one-hot of floats", "ops.one_hot(tensor(2), 3)",
     "TypeError: For primitive[OneHot], the input argument[indices] must be a type of {Tensor[Int32], Tensor[Int64]}, "
     "but got Tensor[Float32].\n"},
    {"a negative depth", "ops.one_hot(Tensor([1]), -1)",
     "ValueError: For primitive[OneHot], the depth value must be greater than or equal to 0, but got -1.\n"},
    {"no bins", "ops.histc(tensor(3), 0)", "ValueError: For 'Histc', 'bins' must be greater than 0, but got 0.\n"},
    {"a sequence of other rows", "ops.searchsorted(tensor(2, 3), tensor(3, 3))",
     "ValueError: For 'SearchSorted', the sorted_sequence must be a vector or agree with the values in all dimensions "
     "but the last, but got [2, 3] and [3, 3].\n"},
    {"counting negative numbers", "ops.bincount(Tensor([-1]))",
     "ValueError: For 'math.bincount', the elements of 'input' must be at least 0.\n"},
    {"a vector as the value of a mask", "ops.masked_fill(tensor(3), Tensor([True]), tensor(2))",
     "ValueError: For 'MaskedFill', 'value' only supports a 0-dimensional value tensor or scalar, but got a tensor "
     "with 1 dimension(s).\n"},
    {"too few elements for a mask", "x = tensor(2, 3); x.masked_scatter(x > 0, tensor(1))",
     "ValueError: For 'MaskedScatter', number of elements of updates < number of ones in mask.\n"},
    {"channels that do not divide", "ops.pixel_shuffle(tensor(1, 3, 2, 2), 2)",
     "ValueError: For 'pixel_shuffle', 'upscale_factor' must be positive and its square must divide the number of "
     "channels, 3, but got 2.\n"},
    {"a squeezed axis that is not there", "ops.squeeze(tensor(2), 3)",
     "ValueError: Dimension out of range (expected to be in range of [-1, 1), but got 3)\n"},
    {"an axis moved twice", "ops.movedim(tensor(2, 3), (0, 0), (0, 1))",
     "ValueError: For 'movedim', the axes must differ, but got (0, 0) and (0, 1).\n"},
    {"an unknown indexing of a grid", "ops.meshgrid(tensor(2), indexing='ab')",
     "ValueError: For 'meshgrid', the argument 'indexing' must be 'xy' or 'ij', but got 'ab'.\n"},
    {"turned in one axis", "ops.rot90(tensor(2, 3), 1, (0, 0))",
     "ValueError: For 'rot90', the axes in 'dims' must differ, but got (0, 0).\n"},
    {"ranks that differ", "ops.concat((tensor(2), tensor(2, 3)))",
     "ValueError: For primitive[Concat], element 0 shape rank 1 is not equal to the rank 2 of another element.\n"},
    {"split that does not fit", "ops.split(tensor(3), [1, 1])",
     "ValueError: The sum of 'split_size_or_sections' should be equal to 3, but got 2.\n"},
    {"parts of no size", "ops.split(tensor(3), 0)",
     "ValueError: For split, the value of 'split_size_or_sections' must be more than zero, but got 0.\n"},
    {"odd padding", "ops.pad(tensor(2, 3), (1, 1, 1))",
     "ValueError: For 'pad', the size of padding must be divisible by 2, but got 3\n"},
    {"padding that mirrors too much", "ops.pad(tensor(1, 2, 3), (3, 1), mode='reflect')",
     "ValueError: For 'PadV3' reflect mode, Padding size must be less than the corresponding input dimension, but got: "
     "padding "
     "(3,1) at dimension 2 of input:[3]\n"},
    {"gathered index out of range", "ops.gather(tensor(3), Tensor([5]), 0)",
     "RuntimeError: For 'Gather', the 'input_indices' should be in the range [-3, 3), but got 5.\n"},
    {"bools needed", "ops.masked_fill(tensor(2), tensor(2), 1.0)",
     "TypeError: For primitive[MaskedFill], the input argument[mask] must be a type of {Bool}, but got Float32.\n"},
};

} // namespace

class IndexingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void caseHolds_data();
    void caseHolds();
    void indexMeansWhatIsExpected_data();
    void indexMeansWhatIsExpected();

private:
    PythonScripts m_python;
};

void IndexingTest::caseHolds_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("name");
    for (const char *file : {"indexing/indexing.py", "indexing/functions.py"})
        for (const std::string &name : casesOf(dataPath(file)))
            QTest::newRow(name.c_str()) << QString::fromStdString(dataPath(file)) << QString::fromStdString(name);
}

void IndexingTest::caseHolds() {
    QFETCH(QString, path);
    QFETCH(QString, name);
    COMPARE_TEXT(m_python.outputOfFile(path.toStdString(), name.toStdString()), "ok\n");
}

void IndexingTest::indexMeansWhatIsExpected_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("expected");
    for (const Row &row : rows)
        QTest::newRow(row.name) << row.code << row.expected;
}

void IndexingTest::indexMeansWhatIsExpected() {
    QFETCH(QString, code);
    QFETCH(QString, expected);
    QString actual = QString::fromStdString(m_python.outputOf(preamble + code.toStdString() + "\n"));
    // Of an error its own line counts: the trace stands before it, notes about the call behind it.
    const qsizetype trace = actual.indexOf("Traceback");
    if (trace >= 0) {
        const QStringList lines = actual.mid(trace).split('\n');
        for (const QString &line : lines)
            if (line.contains("Error: ") && !line.startsWith(' ')) actual = actual.left(trace) + line + '\n';
    }
    QCOMPARE(actual, expected);
}

JITSCOPE_TEST(IndexingTest)

} // namespace jitscope::tst_indexing

#include "tst_indexing.moc"
