// SPDX-License-Identifier: Apache-2.0
// The kernels against plain loops in double precision, on random shapes, strides and settings, and on every instruction
// set that this processor has; and one row for every way a convolution, pooling or normalisation can be called wrongly.
#include "engine/ops/kernels/gemm.h"
#include "engine/ops/kernels/rowkernels.h"
#include "engine/ops/kernels/tilekernels.h"
#include "engine/ops/opdef.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <tuple>

namespace jitscope::tst_kernels {

using namespace jitscope;

namespace {

std::mt19937 randomSource(20);

int64_t dice(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(randomSource);
}

Tensor randomTensor(const Dims &shape, DType dtype = DType::Float32) {
    std::uniform_real_distribution<double> numbers(-1, 1);
    Tensor values(shape, DType::Float64);
    for (int64_t i = 0; i < values.count(); ++i)
        values.mutableData<double>()[i] = numbers(randomSource);
    return values.cast(dtype);
}

Value call(const char *op, const std::vector<Value> &positional) {
    const auto bound = bindArguments(*findOp(op), positional, {});
    if (!bound) throw std::invalid_argument(bound.error().message);
    return findOp(op)->eval(*bound);
}

std::string messageOf(const char *op, const std::vector<Value> &positional) {
    try {
        call(op, positional);
    } catch (const std::invalid_argument &problem) {
        return problem.what();
    }
    return "no error";
}

std::string apart(const Tensor &actual, const Tensor &expected) {
    const Difference found = difference(actual.cast(DType::Float64), expected);
    return format("%g apart at %lld", found.maxAbsolute, (long long)found.worstIndex);
}

// --- products --------------------------------------------------------------------------------------------------------

/** A matrix inside a larger storage with random strides, every other one of which are those of neighbours. */
template<class T> struct RandomMatrix {
    std::vector<T> storage;
    Matrix<T> matrix;

    RandomMatrix(int64_t rows, int64_t columns) {
        const bool isTurned = dice(0, 1) == 1;
        const bool isSpread = dice(0, 1) == 1;
        const int64_t step = isSpread ? dice(1, 2) : 1;
        const int64_t line = (isTurned ? rows : columns) * step + (isSpread ? dice(0, 3) : 0);
        storage.resize(size_t(line * (isTurned ? columns : rows) + 1));
        for (T &element : storage)
            element = T(double(dice(-100, 100)) / 100);
        matrix = {storage.data(), isTurned ? step : line, isTurned ? line : step};
    }
    Matrix<const T> view() const { return {matrix.data, matrix.rowStride, matrix.columnStride}; }
    T at(int64_t i, int64_t j) const { return matrix.data[i * matrix.rowStride + j * matrix.columnStride]; }
};

/** A right operand that makes its elements while they are read. */
template<class T> class MadeUp : public PanelSource<T> {
public:
    explicit MadeUp(const RandomMatrix<T> &matrix)
        : m_matrix(matrix) {}
    void fill(T *to, int64_t stride, int64_t depthBegin, int64_t depth, int64_t columnBegin,
              int64_t columns) const override {
        for (int64_t k = 0; k < depth; ++k)
            for (int64_t j = 0; j < columns; ++j)
                to[k * stride + j] = m_matrix.at(depthBegin + k, columnBegin + j);
    }

private:
    const RandomMatrix<T> &m_matrix;
};

/** All of b in panels, as kept for weights. */
template<class T> std::vector<T> panelsOf(const Product<T> &product) {
    std::vector<T> panels(size_t(panelElements(product)), T(99));
    fillPanels(product, panels.data());
    return panels;
}

template<class T> void checkRandomProduct(int64_t rows, int64_t columns, int64_t depth) {
    const RandomMatrix<T> a(rows, depth), b(depth, columns);
    RandomMatrix<T> c(rows, columns);
    const RandomMatrix<T> before = c;
    const std::vector<T> rowBias(size_t(rows), T(0.5)), columnBias(size_t(columns), T(-0.25));
    const MadeUp<T> source(b);
    Product<T> product;
    product.rows = rows;
    product.columns = columns;
    product.depth = depth;
    product.a = a.view();
    product.b = b.view();
    product.c = c.matrix;
    std::vector<T> panels;
    if (dice(0, 3) == 0) {
        product.source = &source;
    } else if (dice(0, 2) == 0) {
        panels = panelsOf(product);
        product.panels = panels.data();
    }
    if (dice(0, 1)) product.start = SumStart::Result;
    if (dice(0, 1)) product.epilogue.rows.bias = rowBias.data();
    if (dice(0, 1)) product.epilogue.columns.bias = columnBias.data();
    if (dice(0, 2) == 0) product.epilogue.function = UnaryOp::ReLU;
    // The copy of `before` shares the strides, not the storage.
    Matrix<const T> old = before.view();
    old.data = before.storage.data();
    multiply(product);
    const double bound = (sizeof(T) == 4 ? 1e-6 : 1e-14) * double(depth + 4);
    for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j) {
            double sum =
                product.start == SumStart::Result ? double(old.data[i * old.rowStride + j * old.columnStride]) : 0.0;
            for (int64_t k = 0; k < depth; ++k)
                sum += double(a.at(i, k)) * double(b.at(k, j));
            if (product.epilogue.rows.bias) sum += 0.5;
            if (product.epilogue.columns.bias) sum -= 0.25;
            if (product.epilogue.function) sum = std::max(sum, 0.0);
            QVERIFY2(std::abs(sum - double(c.at(i, j))) <= bound,
                     format("(%lld, %lld, %lld) at (%lld, %lld): %.9g, but loops give %.9g", (long long)rows,
                            (long long)columns, (long long)depth, (long long)i, (long long)j, double(c.at(i, j)), sum)
                         .c_str());
        }
}

/** However many rows are computed at once, and however they lie and are packed for it or before, each is the same to
   the bit. */
void checkRowsByParts(int64_t rows, int64_t columns, int64_t depth) {
    const RandomMatrix<float> a(rows, depth), b(depth, columns);
    std::vector<float> whole(size_t(rows * columns)), parts(whole);
    Product<float> product;
    product.columns = columns;
    product.depth = depth;
    product.b = b.view();
    const auto multiplyRows = [&](int64_t begin, int64_t end, std::vector<float> &to) {
        product.rows = end - begin;
        product.a = a.view();
        product.a.data += begin * product.a.rowStride;
        product.c = {to.data() + begin * columns, columns, 1};
        multiply(product);
    };
    multiplyRows(0, rows, whole);
    const std::vector<float> panels = panelsOf(product);
    for (const float *before : {static_cast<const float *>(nullptr), panels.data()}) {
        product.panels = before;
        parts.assign(parts.size(), 0);
        for (int64_t begin = 0, count = 1; begin < rows; begin += count, count = count * 2 + 1)
            multiplyRows(begin, std::min(rows, begin + count), parts);
        QVERIFY(whole == parts);
    }
}

/** One tile of every height and width against loops, from panels and from rows as they lie; nothing else is written. */
template<class T> void checkTiles(const TileKernels<T> &kernels) {
    constexpr int64_t depth = 37;
    const auto random = [](int64_t count) {
        std::vector<T> numbers(static_cast<size_t>(count));
        for (T &x : numbers)
            x = T(double(dice(-100, 100)) / 100);
        return numbers;
    };
    for (int rows = 1; rows <= kernels.rows; ++rows)
        for (int64_t columns = 1; columns <= kernels.columns; ++columns) {
            const std::vector<T> a = random(depth * kernels.rows), b = random(depth * kernels.columns);
            std::vector<T> c(size_t((rows + 1) * kernels.columns), T(1));
            const bool isPanel = dice(0, 1) == 1;
            TileOperands<T> operands = kernels.panels(depth, a.data(), b.data());
            if (!isPanel) std::tie(operands.rowStrideA, operands.depthStrideA) = std::pair(depth, 1);
            kernels.multiply(operands, rows, columns, c.data(), kernels.columns, SumStart::Result);
            for (int i = 0; i <= rows; ++i)
                for (int64_t j = 0; j < kernels.columns; ++j) {
                    double sum = 1;
                    for (int64_t k = 0; k < depth && i < rows && j < columns; ++k)
                        sum += double(a[size_t(isPanel ? k * kernels.rows + i : i * depth + k)]) *
                               double(b[size_t(k * kernels.columns + j)]);
                    QVERIFY(std::abs(sum - double(c[size_t(i * kernels.columns + j)])) < 1e-5);
                }
        }
}

/** Tiles that turn lines of b in registers are those from packed panels to the bit, also behind the last whole square.
 */
template<class T> void checkTurnedTiles(const TileKernels<T> &kernels) {
    for (const int64_t depth : {1, 7, 16, 37, 200})
        for (int rows = 1; rows <= kernels.turnedRows; ++rows) {
            const RandomMatrix<T> a(rows, depth);
            std::vector<T> b(size_t(depth * kernels.columns)), panel(b);
            for (T &x : b)
                x = T(double(dice(-100, 100)) / 100);
            kernels.pack(b.data(), depth, 1, kernels.columns, depth, panel.data(), kernels.columns);
            std::vector<T> expected(size_t((rows + 1) * kernels.columns), T(1)), c(expected);
            TileOperands<T> operands = {depth,        a.matrix.data,  a.matrix.rowStride, a.matrix.columnStride,
                                        panel.data(), kernels.columns};
            kernels.multiply(operands, rows, kernels.columns, expected.data(), kernels.columns, SumStart::Result);
            operands.b = b.data();
            operands.strideB = depth;
            kernels.multiplyTurned(operands, rows, kernels.columns, c.data(), kernels.columns, SumStart::Result);
            QVERIFY(c == expected);
        }
}

// --- windows ---------------------------------------------------------------------------------------------------------

/** A random convolution: its arguments, and the places that pad_mode "pad" makes of it. */
struct RandomConvolution {
    int64_t batch = dice(0, 3), groups = dice(1, 3);
    int64_t channels = groups * dice(1, 3), outChannels = groups * dice(1, 4);
    int64_t height, width, kernelY = dice(1, 4), kernelX = dice(1, 4);
    int64_t strideY = dice(1, 3), strideX = dice(1, 3), dilationY = dice(1, 2), dilationX = dice(1, 2);
    int64_t top = dice(0, 2), bottom = dice(0, 2), left = dice(0, 2), right = dice(0, 2);

    RandomConvolution() {
        height = (kernelY - 1) * dilationY + 1 + dice(0, 9);
        width = (kernelX - 1) * dilationX + 1 + dice(0, 20);
    }
    int64_t places(int64_t size, int64_t padding, int64_t kernel, int64_t stride, int64_t dilation) const {
        return (size + padding - ((kernel - 1) * dilation + 1)) / stride + 1;
    }
    Dims images() const { return {batch, channels, height, width}; }
    Dims filters() const { return {outChannels, channels / groups, kernelY, kernelX}; }
    Dims result() const {
        return {batch, outChannels, places(height, top + bottom, kernelY, strideY, dilationY),
                places(width, left + right, kernelX, strideX, dilationX)};
    }
    std::vector<Value> with(std::vector<Value> first) const {
        for (const Value &setting :
             {Value::ints({strideY, strideX}), Value("pad"), Value::ints({top, bottom, left, right}),
              Value::ints({dilationY, dilationX}), Value(groups)})
            first.push_back(setting);
        return first;
    }
    std::string text() const {
        return format("images %s, filters %s, stride %lld %lld, dilation %lld %lld, padding %lld %lld %lld %lld, "
                      "groups %lld",
                      toString(images()).c_str(), toString(filters()).c_str(), (long long)strideY, (long long)strideX,
                      (long long)dilationY, (long long)dilationX, (long long)top, (long long)bottom, (long long)left,
                      (long long)right, (long long)groups);
    }

    /** Calls `visit(image, filter, result)` with the row-major places of every product in the convolution. */
    template<class Visit> void forEachProduct(Visit visit) const {
        const Dims out = result();
        const int64_t perGroup = outChannels / groups, depth = channels / groups;
        for (int64_t n = 0; n < batch; ++n)
            for (int64_t o = 0; o < outChannels; ++o)
                for (int64_t oy = 0; oy < out[2]; ++oy)
                    for (int64_t ox = 0; ox < out[3]; ++ox)
                        for (int64_t c = 0; c < depth; ++c)
                            for (int64_t ky = 0; ky < kernelY; ++ky)
                                for (int64_t kx = 0; kx < kernelX; ++kx) {
                                    const int64_t y = oy * strideY - top + ky * dilationY;
                                    const int64_t x = ox * strideX - left + kx * dilationX;
                                    if (y < 0 || y >= height || x < 0 || x >= width) continue;
                                    const int64_t channel = o / perGroup * depth + c;
                                    visit(((n * channels + channel) * height + y) * width + x,
                                          ((o * depth + c) * kernelY + ky) * kernelX + kx,
                                          ((n * outChannels + o) * out[2] + oy) * out[3] + ox);
                                }
    }
};

/** A larger convolution of the shape that networks repeat: 3x3, step 1. */
RandomConvolution squareConvolution() {
    RandomConvolution plan;
    plan.batch = dice(1, 2);
    plan.groups = 1;
    plan.channels = dice(30, 70);
    plan.outChannels = dice(30, 70);
    plan.kernelY = plan.kernelX = 3;
    plan.strideY = plan.strideX = plan.dilationY = plan.dilationX = 1;
    plan.height = dice(3, 19);
    plan.width = dice(3, 30);
    return plan;
}

void checkConvolution(const RandomConvolution &plan, double tolerance) {
    const Tensor images = randomTensor(plan.images()), filters = randomTensor(plan.filters());
    const Tensor bias = randomTensor({plan.outChannels}), gradient = randomTensor(plan.result());
    Tensor forward = Tensor::zeros(plan.result(), DType::Float64);
    Tensor ofImages = Tensor::zeros(plan.images(), DType::Float64);
    Tensor ofFilters = Tensor::zeros(plan.filters(), DType::Float64);
    const int64_t area = forward.count() == 0 ? 1 : plan.result()[2] * plan.result()[3];
    for (int64_t i = 0; i < forward.count(); ++i)
        forward.mutableData<double>()[i] = bias.at(i / area % plan.outChannels);
    plan.forEachProduct([&](int64_t image, int64_t filter, int64_t result) {
        const double x = double(images.data<float>()[image]), w = double(filters.data<float>()[filter]);
        const double dy = double(gradient.data<float>()[result]);
        forward.mutableData<double>()[result] += x * w;
        ofImages.mutableData<double>()[image] += dy * w;
        ofFilters.mutableData<double>()[filter] += dy * x;
    });
    for (const DType dtype : {DType::Float32, DType::Float64}) {
        const double bound = dtype == DType::Float32 ? tolerance : 1e-11;
        const auto in = [dtype](const Tensor &x) { return x.cast(dtype); };
        const Tensor y = *call("Conv2D", plan.with({in(images), in(filters), in(bias)})).asTensor();
        QVERIFY2(close(y, forward, 0, bound), (plan.text() + ": " + apart(y, forward)).c_str());
        const Tensor dx =
            *call("Conv2DBackpropInput", plan.with({in(gradient), in(filters), Value::ints(plan.images())})).asTensor();
        QVERIFY2(close(dx, ofImages, 0, bound), (plan.text() + ", images: " + apart(dx, ofImages)).c_str());
        const Tensor dw =
            *call("Conv2DBackpropFilter", plan.with({in(gradient), in(images), Value::ints(plan.filters())}))
                 .asTensor();
        QVERIFY2(close(dw, ofFilters, 0, 4 * bound), (plan.text() + ", filters: " + apart(dw, ofFilters)).c_str());
    }
}

/** A random pooling with explicit padding, and how many elements each window may count. */
struct RandomPooling {
    int64_t height = dice(1, 9), width = dice(1, 20), kernelY = dice(1, 4), kernelX = dice(1, 4);
    int64_t strideY = dice(1, 3), strideX = dice(1, 3);
    int64_t padY = dice(0, kernelY / 2), padX = dice(0, kernelX / 2);
    bool isUp = dice(0, 1) == 1;

    int64_t places(int64_t size, int64_t padding, int64_t kernel, int64_t stride) const {
        const int64_t room = size + 2 * padding - kernel;
        int64_t count = (isUp ? (room + stride - 1) / stride : room / stride) + 1;
        if (isUp && (count - 1) * stride >= size + padding) --count;
        return count;
    }
    bool fits() const { return height + 2 * padY >= kernelY && width + 2 * padX >= kernelX; }
    Dims result() const {
        return {2, 3, places(height, padY, kernelY, strideY), places(width, padX, kernelX, strideX)};
    }

    /** Calls `visit(result, image)` for every element under every window; image is -1 for padded ones. */
    template<class Visit> void forEachElement(Visit visit) const {
        const Dims out = result();
        for (int64_t plane = 0; plane < 6; ++plane)
            for (int64_t oy = 0; oy < out[2]; ++oy)
                for (int64_t ox = 0; ox < out[3]; ++ox)
                    for (int64_t y = oy * strideY - padY; y < oy * strideY - padY + kernelY; ++y)
                        for (int64_t x = ox * strideX - padX; x < ox * strideX - padX + kernelX; ++x) {
                            if (y >= height + padY || x >= width + padX) continue;
                            const bool isInside = y >= 0 && y < height && x >= 0 && x < width;
                            visit((plane * out[2] + oy) * out[3] + ox,
                                  isInside ? (plane * height + y) * width + x : -1);
                        }
    }
};

/** A product of bfloat16 against one of float64, with operands that lie turned or are read turned. */
void checkBfloat16Product(int64_t batch, int64_t rows, int64_t columns, int64_t depth) {
    const auto operand = [&](int64_t lines, int64_t length, bool isView) {
        return isView ? randomTensor({batch, length, lines}, DType::BFloat16).permuted({0, 2, 1})
                      : randomTensor({batch, lines, length}, DType::BFloat16);
    };
    const bool isTurnedA = dice(0, 1) == 1, isTurnedB = dice(0, 1) == 1;
    const Tensor a = operand(isTurnedA ? depth : rows, isTurnedA ? rows : depth, dice(0, 1) == 1);
    const Tensor b = operand(isTurnedB ? columns : depth, isTurnedB ? depth : columns, dice(0, 1) == 1);
    const auto product = [&](const Tensor &left, const Tensor &right) {
        return *call("BatchMatMul", {left, right, isTurnedA, isTurnedB}).asTensor();
    };
    const Tensor actual = product(a, b);
    const Tensor expected = product(a.cast(DType::Float64), b.cast(DType::Float64));
    QCOMPARE(actual.dtype(), DType::BFloat16);
    const Tensor wide = actual.cast(DType::Float64);
    for (int64_t i = 0; i < wide.count(); ++i) {
        const double sum = expected.at(i), bound = std::abs(sum) / 256 + 1e-6 * double(depth);
        QVERIFY2(std::abs(wide.at(i) - sum) <= bound,
                 format("%lld of (%lld, %lld, %lld), element %lld: %.9g, but float64 gives %.9g", (long long)batch,
                        (long long)rows, (long long)columns, (long long)depth, (long long)i, wide.at(i), sum)
                     .c_str());
    }
}

} // namespace

class TestKernels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void productsOfRandomShapesAndStridesAreRight() {
        for (int i = 0; i < 100; ++i) {
            checkRandomProduct<float>(dice(0, 40), dice(0, 70), dice(0, 30));
            checkRandomProduct<double>(dice(0, 40), dice(0, 70), dice(0, 30));
        }
    }

    void productsLargerThanOneBlockAreRight() {
        checkRandomProduct<float>(131, 150, 1100);
        checkRandomProduct<float>(300, 40, 520);
        checkRandomProduct<float>(1, 300, 700);
        checkRandomProduct<float>(260, 1, 600);
        checkRandomProduct<float>(30, 70, 1030);
        checkRandomProduct<double>(125, 140, 520);
    }

    void productsOfBfloat16AreSumsOfExactProducts() {
        for (int i = 0; i < 60; ++i)
            checkBfloat16Product(dice(1, 3), dice(1, 40), dice(1, 70), dice(1, 50));
        checkBfloat16Product(1, 131, 150, 2300);
        checkBfloat16Product(1, 1, 300, 701);
        checkBfloat16Product(2, 3, 257, 1);
        checkBfloat16Product(1, 400, 33, 64);
    }

    void pairsOfBfloat16HoldNotANumberAndInfinity() {
        const Tensor a = Tensor::of({2, 3}, std::vector<float>{1, 2, INFINITY, NAN, 1, 1}).cast(DType::BFloat16);
        const Tensor b = Tensor::of({3, 1}, std::vector<float>{1, -2, 3}).cast(DType::BFloat16);
        const Tensor product = *call("MatMul", {a, b, false, false}).asTensor();
        QCOMPARE(product.at(0), double(INFINITY));
        QVERIFY(std::isnan(product.at(1)));
    }

    /** Lines 4096 bytes apart, many and few rows, results of several chunks, a depth without end. */
    void productsOfEveryCutAreRight() {
        for (int i = 0; i < 2; ++i) {
            checkRandomProduct<float>(dice(1, 70), 1024, dice(20, 70));
            checkRandomProduct<float>(dice(20, 50), dice(30, 70), 1024);
            checkRandomProduct<float>(dice(385, 420), dice(60, 110), dice(40, 70));
            checkRandomProduct<float>(dice(10, 30), dice(900, 1300), dice(30, 60));
            checkRandomProduct<float>(dice(10, 30), dice(10, 40), dice(2000, 4000));
            checkRandomProduct<double>(dice(10, 60), 512, dice(30, 200));
        }
    }

    void rowsAreTheSameToTheBitHoweverManyAreComputed() {
        for (int i = 0; i < 2; ++i)
            checkRowsByParts(450, dice(17, 300), dice(500, 1100));
        for (int i = 0; i < 8; ++i) { // few rows are computed in a way of their own by matrices that lie turned
            checkRowsByParts(10, dice(17, 300), dice(500, 1100));
            checkRowsByParts(dice(60, 120), 1024, 64);
        }
    }

    void tilesAreRightOnEveryInstructionSet() {
        for (const TileTable *table : runnableTileTables()) {
            if (!table) continue;
            checkTiles(table->float32);
            checkTiles(table->float64);
            checkTurnedTiles(table->float32);
            checkTurnedTiles(table->float64);
        }
    }

    void batchesOfStridedMatricesAreRight() {
        for (int i = 0; i < 40; ++i) {
            const int64_t batch = dice(1, 9), rows = dice(1, 20), columns = dice(1, 40), depth = dice(1, 20);
            // Attention's layout: heads are the second last axis of what they are views of.
            const Tensor a = randomTensor({batch, rows, 2, depth}).permuted({0, 2, 1, 3});
            const Tensor b = randomTensor({columns, 2, depth}).permuted({1, 2, 0});
            const Tensor product = *call("BatchMatMul", {a, b, false, false}).asTensor();
            const Tensor turned = *call("BatchMatMul", {a, b.permuted({0, 2, 1}), false, true}).asTensor();
            QVERIFY(close(product, turned, 0, 1e-6));
            const Tensor left = a.contiguous(), right = b.contiguous();
            for (int64_t n = 0; n < batch * 2; ++n)
                for (int64_t r = 0; r < rows; ++r)
                    for (int64_t c = 0; c < columns; ++c) {
                        double sum = 0;
                        for (int64_t k = 0; k < depth; ++k)
                            sum += left.at((n * rows + r) * depth + k) * right.at((n % 2 * depth + k) * columns + c);
                        QVERIFY(std::abs(sum - product.at((n * rows + r) * columns + c)) < 1e-5);
                    }
        }
    }

    void convolutionsOfRandomSettingsAreRight() {
        for (int i = 0; i < 70; ++i)
            checkConvolution(RandomConvolution(), 1e-4);
    }

    void convolutionsOfManyChannelsAreRight() {
        for (int i = 0; i < 5; ++i)
            checkConvolution(squareConvolution(), 5e-4);
    }

    void sameModeKeepsTheSizeDividedByTheStep() {
        const Tensor x = randomTensor({1, 2, 7, 10}), w = randomTensor({3, 2, 4, 3});
        const Tensor y = *call("Conv2D", {x, w, Value(), Value::ints({2, 3}), "same"}).asTensor();
        QCOMPARE(toString(y.shape()), std::string("(1, 3, 4, 4)"));
        // 4 windows of 4 in steps of 2 need 10 rows: 1 before, 2 after; 4 of 3 in steps of 3 need 12: 1 and 1.
        const Tensor padded =
            *call("Conv2D", {x, w, Value(), Value::ints({2, 3}), "pad", Value::ints({1, 2, 1, 1})}).asTensor();
        QVERIFY(identical(y, padded));
    }

    void poolingsOfRandomSettingsAreRight() {
        for (int i = 0; i < 120; ++i) {
            const RandomPooling plan;
            if (!plan.fits()) continue;
            const Tensor x = randomTensor({2, 3, plan.height, plan.width}), dout = randomTensor(plan.result());
            const Value kernel = Value::ints({plan.kernelY, plan.kernelX});
            const Value stride = Value::ints({plan.strideY, plan.strideX});
            const Value padding = Value::ints({plan.padY, plan.padX});
            Tensor largest = Tensor::full(plan.result(), -std::numeric_limits<double>::infinity(), DType::Float64);
            Tensor sums = Tensor::zeros(plan.result(), DType::Float64), dx = Tensor::zeros(x.shape(), DType::Float64);
            std::vector<int64_t> all(size_t(sums.count())), inside = all, place = all;
            plan.forEachElement([&](int64_t to, int64_t from) {
                ++all[size_t(to)];
                if (from < 0) return;
                ++inside[size_t(to)];
                sums.mutableData<double>()[to] += x.at(from);
                if (x.at(from) <= largest.at(to)) return;
                largest.mutableData<double>()[to] = x.at(from);
                place[size_t(to)] = from;
            });
            const Value pair = call("MaxPoolWithArgmaxV2", {x, kernel, stride, padding, 1, true, plan.isUp});
            const Tensor y = *pair.asSequence()->items[0].asTensor(), places = *pair.asSequence()->items[1].asTensor();
            QVERIFY2(close(y, largest, 0, 0), apart(y, largest).c_str());
            for (int64_t k = 0; k < places.count(); ++k) {
                QCOMPARE(places.intAt(k), place[size_t(k)] % (plan.height * plan.width));
                dx.mutableData<double>()[place[size_t(k)]] += dout.at(k);
            }
            const Tensor back =
                *call("MaxPoolGrad", {x, y, dout, kernel, stride, "pad", padding, 1, plan.isUp}).asTensor();
            QVERIFY2(close(back, dx, 0, 1e-5), apart(back, dx).c_str());
            for (const bool countsPadding : {false, true}) {
                Tensor mean = sums.clone();
                const auto &counts = countsPadding ? all : inside;
                for (int64_t k = 0; k < mean.count(); ++k)
                    mean.mutableData<double>()[k] /= double(std::max<int64_t>(counts[size_t(k)], 1));
                const Tensor average =
                    *call("AvgPool2D", {x, kernel, stride, padding, plan.isUp, countsPadding}).asTensor();
                QVERIFY2(close(average, mean, 0, 1e-5), apart(average, mean).c_str());
            }
        }
    }

    void adaptivePoolingsShareTheImageEvenly() {
        for (int i = 0; i < 60; ++i) {
            const int64_t height = dice(1, 9), width = dice(1, 12), down = dice(1, 11), across = dice(1, 5);
            const Tensor x = randomTensor({2, height, width});
            const Tensor average = *call("AdaptiveAvgPool2D", {x, Value::ints({down, across})}).asTensor();
            const Tensor largest = *call("AdaptiveMaxPool2D", {x, Value::ints({down, across})}).asTensor();
            for (int64_t k = 0; k < average.count(); ++k) {
                const int64_t oy = k / across % down, ox = k % across, plane = k / across / down;
                double sum = 0, top = -2;
                int64_t count = 0;
                for (int64_t y = oy * height / down; y * down < (oy + 1) * height; ++y)
                    for (int64_t c = ox * width / across; c * across < (ox + 1) * width; ++c, ++count) {
                        sum += x.at((plane * height + y) * width + c);
                        top = std::max(top, x.at((plane * height + y) * width + c));
                    }
                QVERIFY(std::abs(sum / double(count) - average.at(k)) < 1e-5);
                QCOMPARE(largest.at(k), top);
            }
        }
    }

    void largestOfWindowsWithNanIsNan() {
        Tensor x = randomTensor({1, 1, 4, 4});
        x.mutableData<float>()[5] = std::numeric_limits<float>::quiet_NaN();
        const Value pair = call("MaxPoolWithArgmaxV2", {x, 2, 2, 0, 1, true});
        QVERIFY(std::isnan(pair.asSequence()->items[0].asTensor()->at(0)));
        QCOMPARE(pair.asSequence()->items[1].asTensor()->intAt(0), int64_t(5));
        QVERIFY(!std::isnan(pair.asSequence()->items[0].asTensor()->at(1)));
    }

    void softmaxOfEveryLengthIsRightOnEveryInstructionSet() {
        for (const RowTable *table : runnableRowTables())
            for (int64_t count = 1; table && count < 150; ++count) {
                const Tensor x = randomTensor({count});
                std::vector<float> scaled, y(static_cast<size_t>(count)), logarithm = y;
                for (int64_t i = 0; i < count; ++i)
                    scaled.push_back(float(x.at(i) * 60));
                table->float32.softmax(scaled.data(), y.data(), count);
                table->float32.logSoftmax(scaled.data(), logarithm.data(), count);
                double top = -1e9, sum = 0;
                for (const float element : scaled)
                    top = std::max(top, double(element));
                for (const float element : scaled)
                    sum += std::exp(double(element) - top);
                for (int64_t i = 0; i < count; ++i) {
                    const double expected = std::exp(double(scaled[size_t(i)]) - top) / sum;
                    QVERIFY(std::abs(expected - double(y[size_t(i)])) < 2e-7);
                    QVERIFY(std::abs(double(scaled[size_t(i)]) - top - std::log(sum) - double(logarithm[size_t(i)])) <
                            2e-5);
                }
            }
    }

    void softmaxKeepsInfinitiesAndNan() {
        constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
        for (const int64_t count : {3, 40}) {
            Tensor masked = Tensor::full({count}, -double(inf), DType::Float32);
            masked.mutableData<float>()[1] = 2;
            const Tensor y = *call("Softmax", {masked}).asTensor();
            for (int64_t i = 0; i < count; ++i)
                QCOMPARE(y.at(i), i == 1 ? 1.0 : 0.0);
            masked.mutableData<float>()[2] = nan;
            QVERIFY(std::isnan(call("Softmax", {masked}).asTensor()->at(1)));
            const Tensor hidden = Tensor::full({count}, -double(inf), DType::Float32);
            QVERIFY(std::isnan(call("Softmax", {hidden}).asTensor()->at(0)));
        }
    }

    /** What is left out of attention behind a mask is seen where a value is not finite: its column is as ever, NaN, and
        the others, of which nothing is left out then, are the same to the bit. */
    void valuesBehindAMaskChangeNoBitOfAttention() {
        for (const int64_t keys : {40, 300, 600}) {
            constexpr int64_t queries = 40, columns = 16;
            const Tensor query = randomTensor({1, 2, queries, 24}), key = randomTensor({1, 2, keys, 24});
            Tensor value = randomTensor({1, 2, keys, columns}), mask = Tensor::zeros({queries, keys}, DType::Float32);
            for (int64_t i = 0; i < queries; ++i)
                std::fill_n(mask.mutableData<float>() + i * keys + i + 1, keys - i - 1, -1e9f);
            const auto attention = [&] {
                return *call("PromptFlashAttention", {query, key, value, mask, 0.25}).asTensor();
            };
            const Tensor finite = attention();
            for (const int64_t head : {0, 1})
                value.mutableData<float>()[(head * keys + keys - 1) * columns] = std::numeric_limits<float>::infinity();
            const Tensor infinite = attention();
            for (int64_t i = 0; i < finite.count(); ++i)
                if (i % columns == 0)
                    QVERIFY(std::isnan(infinite.at(i)) || i / columns % queries == keys - 1);
                else
                    QCOMPARE(infinite.at(i), finite.at(i));
        }
    }

    void varianceOfLargeNumbersKeepsItsDigits() {
        const Tensor x = randomTensor({4, 3, 50});
        Tensor moved = x.clone();
        for (int64_t i = 0; i < moved.count(); ++i)
            moved.mutableData<float>()[i] = std::round(moved.data<float>()[i] * 64) / 64 + 4096;
        const Tensor ones = Tensor::full({50}, 1, DType::Float32), zeros = Tensor::zeros({50}, DType::Float32);
        const Tensor three = Tensor::full({3}, 1, DType::Float32), none = Tensor::zeros({3}, DType::Float32);
        const auto wide = [](const Tensor &tensor) { return tensor.cast(DType::Float64); };
        const auto variance = [](const Value &tuple) { return *tuple.asSequence()->items[2].asTensor(); };
        const Value rows = call("LayerNorm", {moved, ones, zeros, -1, -1});
        const Value exact = call("LayerNorm", {wide(moved), wide(ones), wide(zeros), -1, -1});
        QVERIFY(close(variance(rows), variance(exact), 1e-5, 0));
        const Value channels = call("BatchNorm", {moved, three, none, none, three, true});
        const Value exactly = call("BatchNorm", {wide(moved), wide(three), wide(none), wide(none), wide(three), true});
        QVERIFY(close(variance(channels), variance(exactly), 1e-5, 0));
    }

    void wrongCallsAreRefusedInWords_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<int>("sample");
        QTest::addColumn<QString>("message");
        const auto row = [this](const char *name, const char *op, std::vector<Value> arguments, const char *message) {
            m_wrongCalls.push_back(std::move(arguments));
            QTest::newRow(name) << op << int(m_wrongCalls.size()) - 1 << message;
        };
        const Tensor x = randomTensor({2, 4, 6, 6}), w = randomTensor({6, 4, 3, 3});
        const Value none;
        row("rank of images", "Conv2D", {randomTensor({4, 6, 6}), w},
            "For primitive[Conv2D], the x shape size must be equal to 4, but got 3.");
        row("channels", "Conv2D", {randomTensor({2, 3, 6, 6}), w},
            "For 'Conv2D', 'C_in' of input 'x' shape divide by parameter 'group' must be equal to 'C_in' of input "
            "'weight' shape: 4, but got 'C_in' of input 'x' shape: 3, and 'group': 1.");
        row("dtypes", "Conv2D", {x.cast(DType::Float16), w},
            "For primitive[Conv2D], the input type must be "
            "same.\nname:[w]:Tensor[Float32].\nname:[x]:Tensor[Float16].");
        row("integers", "Conv2D", {x.cast(DType::Int32), w},
            "For primitive[Conv2D], the input argument[x] must be a type of {BFloat16, Float16, Float32, Float64}, but "
            "got Int32.");
        row("pad mode", "Conv2D", {x, w, none, 1, "full"},
            "For 'Conv2D', the 'pad_mode' must be str and must be in '['valid', 'same', 'pad']', but got 'full'.");
        row("unused padding", "Conv2D", {x, w, none, 1, "valid", 1},
            "For 'Conv2D', the 'pad' must be zero when 'pad_mode' is not 'pad', but got 'pad': 1 and 'pad_mode': "
            "valid.");
        row("stride", "Conv2D", {x, w, none, 0}, "For 'Conv2D', 'stride' must be in [1, 2147483648), but got 0.");
        row("three strides", "Conv2D", {x, w, none, Value::ints({1, 2, 3})},
            "For 'Conv2D', 'stride' must be an int or a tuple of 2 or 4 ints, but got (1, 2, 3).");
        row("groups", "Conv2D", {x, randomTensor({5, 2, 3, 3}), none, 1, "valid", 0, 1, 2},
            "The argument 'groups' should be divisible by 'in_channel' and 'out_channel', but got group:2, "
            "in_channel:4, "
            "out_channel:5.");
        row("no groups", "Conv2D", {x, w, none, 1, "valid", 0, 1, 0},
            "For 'Conv2D', the 'group' must be greater than 0, but got 0.");
        row("bias", "Conv2D", {x, w, randomTensor({5})},
            "For 'conv2d', Given weight of size (6, 4, 3, 3), expected bias to be 1-dimensional with 6 elements, but "
            "got "
            "bias of size (5,) instead.");
        row("kernel larger than image", "Conv2D", {randomTensor({2, 4, 2, 2}), w},
            "For 'Conv2D', the window of 3 (kernel 3, dilation 1) is larger than the padded height of the input, 2.");
        row("empty kernel", "Conv2D", {x, randomTensor({6, 4, 0, 3})},
            "For 'Conv2D', the kernel must not be empty, but got the shape of 'weight' [6, 4, 0, 3].");
        row("huge padding", "Conv2D", {x, w, none, 1, "pad", int64_t(1) << 40},
            "For 'Conv2D', 'padding' must be in [0, 2147483648), but got 1099511627776.");
        row("too large a result", "Conv2D", {x, w, none, 1, "pad", (int64_t(1) << 31) - 1},
            "For primitive[Conv2D], the product value of shape (2, 6, 4294967298, 4294967298) exceeds the largest size "
            "of "
            "a Tensor.");
        row("size of gradient", "Conv2DBackpropInput", {x, w, Value::ints({2, 4, 9, 9})},
            "For 'Conv2DBackpropInput', the images of [2, 4, 9, 9] give a result of [2, 6, 7, 7], but the shape of "
            "'out_backprop' is [2, 4, 6, 6].");
        row("rank of pooling", "MaxPoolWithArgmaxV2", {randomTensor({4, 6, 6}), 3},
            "For primitive[MaxPoolWithArgmaxV2], the input x rank must be equal to 4, but got 3.");
        row("padding of pooling", "MaxPoolWithArgmaxV2", {x, 3, 2, 2},
            "It is required that the `pads` is no more than half of the `kernel_size`, but gets pads(2, 2) and "
            "kernel_size(3, 3).");
        row("empty window", "MaxPool", {x, 0, 1},
            "For 'MaxPool', 'kernel_size' must be in [1, 2147483648), but got 0.");
        row("window larger than image", "AvgPool", {x, 9, 1},
            "For 'AvgPool', the window of 9 (kernel 9, dilation 1) is larger than the padded height of the input, 6.");
        row("layout", "AvgPool", {x, 2, 1, "valid", "NHWC"},
            "For 'AvgPool', the data_format must be 'NCHW', but got 'NHWC'.");
        row("output size", "AdaptiveAvgPool2D", {x, 0},
            "For 'AdaptiveAvgPool2D', 'output_size' must be at least 1, but got 0.");
        row("output sizes", "AdaptiveAvgPool2D", {x, Value::ints({1, 2, 3})},
            "For 'AdaptiveAvgPool2D', 'output_size' must be an int or a tuple of two (ints or None), but got (i64, "
            "i64, "
            "i64).");
        row("axis of softmax", "LogSoftmax", {x, 7},
            "For primitive[LogSoftmax], the axis must be in [-4,4), but got 7.");
        row("shape of gamma", "LayerNorm", {x, randomTensor({5}), randomTensor({5}), -1, -1},
            "For 'LayerNorm', gamma or beta shape must match input shape, but got input shape: [2, 4, 6, 6], gamma "
            "shape: "
            "[5], beta shape: [5].");
        row("epsilon", "LayerNorm", {x, randomTensor({6}), randomTensor({6}), -1, -1, -1.0},
            "For 'LayerNorm', 'epsilon' must be a number of at least 0, but got f32.");
        row("channels of scale", "BatchNorm",
            {x, randomTensor({5}), randomTensor({4}), randomTensor({4}), randomTensor({4})},
            "For primitive[BatchNorm], the scale must be a floating Tensor of shape [4], but got f32[5].");
        row("groups of channels", "GroupNorm", {x, 3},
            "For 'GroupNorm', 'num_groups' must be at least 1 and divide the channels 4, but got 3.");
        row("gamma of rms norm", "RmsNorm", {x, randomTensor({5})},
            "For 'RmsNorm', the shape of gamma must be that of the last axes of x, but got x: [2, 4, 6, 6] and gamma: "
            "[5].");
    }
    void wrongCallsAreRefusedInWords() {
        QFETCH(QString, op);
        QFETCH(int, sample);
        QFETCH(QString, message);
        const std::string name = op.toStdString();
        COMPARE_TEXT(messageOf(name.c_str(), m_wrongCalls[size_t(sample)]), message.toStdString());
    }

private:
    std::vector<std::vector<Value>> m_wrongCalls;
};

JITSCOPE_TEST(TestKernels)

} // namespace jitscope::tst_kernels

#include "tst_kernels.moc"
