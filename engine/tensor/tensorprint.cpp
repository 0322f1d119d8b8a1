// SPDX-License-Identifier: Apache-2.0
// Tensors as MindSpore's repr() and IR print them: fixed widths by dtype, rows cut to three elements at each end.
#include "engine/tensor/tensorprint.h"

#include "engine/base/text.h"

#include <algorithm>

namespace jitscope::inline tensor {

namespace {

constexpr int64_t edge = 3;               // elements shown at each end of a shortened axis
constexpr int64_t longestVector = 1000;   // a vector is shown whole up to here
constexpr int64_t longestAxis = 2 * edge; // of tensors of two and more axes
constexpr int64_t longestConstant = 30;   // elements of a constant that the IR no longer shows

enum class Commas { Between, None };

/** Elements to a line of a vector that is shown whole. */
int64_t elementsPerLine(DType dtype) {
    const bool wide =
        dtype == DType::Bool || dtype == DType::Float16 || dtype == DType::Float32 || dtype == DType::Float64;
    return wide ? 12 : 24;
}

/** "1+2j", "-0-1j": both parts as C++ streams print them. */
std::string complexText(std::complex<double> value) {
    return format("%g%+gj", value.real(), value.imag());
}

std::string scalarText(const Tensor &tensor) {
    if (isComplex(tensor.dtype())) return complexText(tensor.complexAt(0));
    if (tensor.dtype() == DType::Bool) return tensor.intAt(0) ? "True" : "False";
    if (tensor.dtype() == DType::UInt64) return std::to_string(uint64_t(tensor.intAt(0)));
    return info(tensor.dtype()).floating ? format("%g", tensor.at(0)) : std::to_string(tensor.intAt(0));
}

/** An element without padding, in the digits of its dtype. */
std::string elementText(const Tensor &tensor, int64_t index) {
    switch (tensor.dtype()) {
    case DType::Bool:
        return tensor.intAt(index) ? "True" : "False";
    case DType::Float16:
        return format("%.4e", tensor.at(index));
    case DType::BFloat16:
        return format("%g", tensor.at(index));
    case DType::Float32:
    case DType::Float64:
        return format("%.8e", tensor.at(index));
    case DType::Complex64:
    case DType::Complex128:
        return complexText(tensor.complexAt(index));
    case DType::UInt64:
        return std::to_string(uint64_t(tensor.intAt(index)));
    default:
        return std::to_string(tensor.intAt(index));
    }
}

class ValuePrinter {
public:
    ValuePrinter(const Tensor &tensor, Commas commas)
        : m_tensor(tensor)
        , m_comma(commas == Commas::Between ? "," : "")
        , m_strides(contiguousStrides(tensor.shape())) {
        m_width = fixedWidth();
        if (m_width == 0 && !isComplex(tensor.dtype())) measure(0, 0); // complex numbers stand without columns
    }

    std::string text() const { return block(0, 0); }

private:
    /** Zero where the widest element that is shown decides. */
    size_t fixedWidth() const {
        switch (m_tensor.dtype()) {
        case DType::Bool:
            return 5;
        case DType::Float16:
            return 11;
        case DType::Float32:
        case DType::Float64:
            return 15;
        default:
            return 0;
        }
    }

    bool isVector() const { return m_tensor.rank() == 1; }
    int64_t size(int axis) const { return m_tensor.shape()[axis]; }
    bool shortened(int axis) const { return size(axis) > (isVector() ? longestVector : longestAxis); }

    /** Calls `visit(position along the axis)` for all that is shown. */
    template<class Visitor> void forShown(int axis, Visitor visit) const {
        for (int64_t i = 0; i < size(axis); ++i) {
            if (shortened(axis) && i == edge) i = size(axis) - edge;
            visit(i);
        }
    }

    void measure(int axis, int64_t start) {
        forShown(axis, [&](int64_t i) {
            const int64_t place = start + i * m_strides[axis];
            if (axis + 1 < m_tensor.rank())
                measure(axis + 1, place);
            else
                m_width = std::max(m_width, elementText(m_tensor, place).size());
        });
    }

    std::string padded(int64_t index) const {
        std::string text = elementText(m_tensor, index);
        if (text.size() < m_width) text.insert(0, m_width - text.size(), ' ');
        return text;
    }

    std::string block(int axis, int64_t start) const {
        return axis + 1 == m_tensor.rank() ? row(axis, start) : rows(axis, start);
    }

    std::string row(int axis, int64_t start) const {
        const int64_t perLine = isVector() && !shortened(axis) ? elementsPerLine(m_tensor.dtype()) : size(axis) + 1;
        std::string text = "[";
        forShown(axis, [&](int64_t i) {
            const bool afterGap = shortened(axis) && i == size(axis) - edge;
            if (afterGap)
                text += " ... ";
            else if (i > 0)
                text += m_comma + " ";
            if (i > 0 && i % perLine == 0) text += "\n ";
            text += padded(start + i);
        });
        // A full last line is broken too, as MindSpore does.
        if (size(axis) % perLine == 0) text += "\n ";
        return text + "]";
    }

    std::string rows(int axis, int64_t start) const {
        const std::string indent(size_t(axis) + 1, ' ');
        std::string text = "[";
        forShown(axis, [&](int64_t i) {
            if (i > 0) text += m_comma + "\n" + indent;
            if (shortened(axis) && i == size(axis) - edge) {
                text.resize(text.size() - indent.size() - 1 - m_comma.size());
                text += m_comma + "\n" + indent + "...\n" + indent;
            }
            text += block(axis + 1, start + i * m_strides[axis]);
        });
        return text + "]";
    }

    const Tensor &m_tensor;
    const std::string m_comma;
    const Dims m_strides;
    size_t m_width = 0;
};

std::string headOf(const Tensor &tensor) {
    std::vector<std::string> sizes;
    for (const int64_t size : tensor.shape())
        sizes.push_back(std::to_string(size));
    return "Tensor(shape=[" + join(sizes, ", ") + "], dtype=" + std::string(info(tensor.dtype()).name) + ", value=";
}

} // namespace

std::string represent(const Tensor &tensor) {
    std::string text = headOf(tensor) + (tensor.rank() > 1 ? "\n" : " ");
    if (tensor.rank() == 0)
        text += scalarText(tensor);
    else if (tensor.count() > 0)
        text += ValuePrinter(tensor, Commas::Between).text();
    return text + ")";
}

std::string printed(const Tensor &tensor) {
    if (tensor.rank() == 0) {
        if (tensor.dtype() == DType::Bool) return std::to_string(tensor.intAt(0));
        if (!isComplex(tensor.dtype())) return scalarText(tensor);
        const std::complex<double> number = tensor.complexAt(0);
        return format("(%g,%g)", number.real(), number.imag());
    }
    const std::string values = tensor.count() == 0 ? std::string() : ValuePrinter(tensor, Commas::None).text();
    return headOf(tensor) + (tensor.rank() > 1 ? "\n" : "") + values + ")";
}

std::string constantText(const Tensor &tensor) {
    if (!tensor.defined()) return "None";
    if (tensor.rank() == 0) return headOf(tensor) + scalarText(tensor) + ")";
    return tensor.count() >= longestConstant ? headOf(tensor) + "[...])" : printed(tensor);
}

std::string brief(DType dtype, const Dims &shape) {
    std::string text = std::string(info(dtype).brief) + "[";
    for (int i = 0; i < shape.rank(); ++i)
        text += (i ? "," : "") + std::to_string(shape[i]);
    return text + "]";
}

} // namespace jitscope::inline tensor
