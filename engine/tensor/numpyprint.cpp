// SPDX-License-Identifier: Apache-2.0
// Tensors in NumPy's layout, with its default print options.
//
// NumPy first decides one format for all elements that will be shown: positional, unless a magnitude is 1e8 or more,
// below 1e-4, or the largest is over a thousand times the smallest; then scientific. Each element has the fewest digits
// that identify it among the numbers of its dtype, at most eight after the point; columns are aligned at the point.
#include "engine/tensor/tensorprint.h"

#include "engine/base/text.h"
#include "engine/tensor/elements.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <functional>

namespace jitscope::inline tensor {

namespace {

constexpr int maxDigits = 8;
constexpr size_t lineWidth = 75;
constexpr int64_t edge = 3;
constexpr int64_t summarizeFrom = 1000; // elements; more than this are shortened

/** A positive finite number as digits and exponent: 0.d1d2d3... * 10^point. */
struct Decimal {
    std::string digits;
    int point = 0;
};

/** From "d.ddde+xx". */
Decimal decimalOf(const std::string &scientific) {
    const size_t e = scientific.find('e');
    Decimal decimal;
    for (const char c : scientific.substr(0, e))
        if (c != '.') decimal.digits += c;
    while (decimal.digits.size() > 1 && decimal.digits.back() == '0')
        decimal.digits.pop_back();
    decimal.point = std::atoi(scientific.c_str() + e + 1) + 1;
    return decimal;
}

template<class Float> std::string shortestScientific(Float value) {
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific);
    return std::string(buffer, end.ptr);
}

/** The 16-bit floats have no std::to_chars: the first number of digits that reads back to the same bits. */
template<class Half> std::string shortestHalf(double value) {
    std::string text;
    for (int digits = 0; digits < 8; ++digits) {
        text = format("%.*e", digits, value);
        if (Half(float(std::strtod(text.c_str(), nullptr))).bits == Half(float(value)).bits) break;
    }
    return text;
}

/** The fewest digits that identify `value` (positive, finite) among the numbers of `dtype`. */
Decimal shortest(double value, DType dtype) {
    switch (dtype) {
    case DType::Float16:
        return decimalOf(shortestHalf<Float16>(value));
    case DType::BFloat16:
        return decimalOf(shortestHalf<BFloat16>(value));
    case DType::Float32:
        return decimalOf(shortestScientific(float(value)));
    default:
        return decimalOf(shortestScientific(value));
    }
}

std::string withoutTrailingZeros(std::string text) {
    text.erase(text.find_last_not_of('0') + 1);
    return text;
}

/** An element split at the point, so that columns can be aligned. `whole` has the sign, `exponent` its digits. */
struct Parts {
    std::string whole;
    std::string fraction;
    std::string exponent;
};

/** Positional with at most `limit` digits after the point. */
Parts positionalParts(double value, DType dtype, int limit) {
    const std::string sign = std::signbit(value) ? "-" : "";
    const double magnitude = std::abs(value);
    if (magnitude == 0) return {sign + "0", "", ""};
    const Decimal decimal = shortest(magnitude, dtype);
    const int digits = int(decimal.digits.size());
    if (digits - decimal.point > limit) {
        const std::string rounded = format("%.*f", limit, magnitude);
        const size_t point = rounded.find('.');
        return {sign + rounded.substr(0, point), withoutTrailingZeros(rounded.substr(point + 1)), ""};
    }
    if (decimal.point <= 0) return {sign + "0", std::string(size_t(-decimal.point), '0') + decimal.digits, ""};
    if (digits <= decimal.point)
        return {sign + decimal.digits + std::string(size_t(decimal.point - digits), '0'), "", ""};
    return {sign + decimal.digits.substr(0, size_t(decimal.point)), decimal.digits.substr(size_t(decimal.point)), ""};
}

/** Scientific with at most `limit` digits after the point. */
Parts scientificParts(double value, DType dtype, int limit) {
    const std::string sign = std::signbit(value) ? "-" : "";
    const double magnitude = std::abs(value);
    if (magnitude == 0) return {sign + "0", "", "+00"};
    Decimal decimal = shortest(magnitude, dtype);
    if (int(decimal.digits.size()) - 1 > limit) decimal = decimalOf(format("%.*e", limit, magnitude));
    const int exponent = decimal.point - 1;
    return {sign + decimal.digits.substr(0, 1), decimal.digits.substr(1), format("%+03d", exponent)};
}

/** A float as Python prints one NumPy scalar. */
std::string floatScalarText(double value, DType dtype) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    const double magnitude = std::abs(value);
    constexpr int unlimited = 400;
    if (magnitude == 0 || (magnitude >= 1e-4 && magnitude < 1e16)) {
        const Parts parts = positionalParts(value, dtype, unlimited);
        return parts.whole + "." + (parts.fraction.empty() ? "0" : parts.fraction);
    }
    const Parts parts = scientificParts(value, dtype, unlimited);
    return parts.whole + (parts.fraction.empty() ? "" : "." + parts.fraction) + "e" + parts.exponent;
}

std::string integerText(const Tensor &tensor, int64_t index) {
    if (tensor.dtype() == DType::Bool) return tensor.intAt(index) ? "True" : "False";
    if (tensor.dtype() == DType::UInt64) return std::to_string(uint64_t(tensor.intAt(index)));
    return std::to_string(tensor.intAt(index));
}

std::string leftPadded(const std::string &text, size_t width) {
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

/** A complex number as Python prints one NumPy scalar: "(1+2j)", "1e+20j" where the real part is 0. */
std::string complexScalarText(std::complex<double> value, DType dtype) {
    const auto partText = [dtype](double part) {
        const std::string text = floatScalarText(part, partDType(dtype));
        return text.ends_with(".0") ? text.substr(0, text.size() - 2) : text;
    };
    const std::string imaginary = partText(value.imag()) + "j";
    if (value.real() == 0 && !std::signbit(value.real())) return imaginary;
    return "(" + partText(value.real()) + (imaginary[0] == '-' ? "" : "+") + imaginary + ")";
}

using ElementFormat = std::function<std::string(int64_t index)>;
using ReadNumber = std::function<double(int64_t index)>;

/** Whether numbers that are not negative have a plus sign, as imaginary parts have. */
enum class PlusSign { Left, Written };

bool wantsScientific(const std::vector<double> &finite) {
    double largest = 0, smallest = 0;
    for (const double value : finite) {
        const double magnitude = std::abs(value);
        if (magnitude == 0) continue;
        largest = std::max(largest, magnitude);
        smallest = smallest == 0 ? magnitude : std::min(smallest, magnitude);
    }
    return largest >= 1e8 || (smallest != 0 && (smallest < 1e-4 || largest / smallest > 1000));
}

struct Columns {
    size_t whole = 0, fraction = 0, exponent = 0;
};

/** `parts` with the plus sign that it has to have. */
Parts withPlus(Parts parts, PlusSign plus) {
    if (plus == PlusSign::Written && parts.whole[0] != '-') parts.whole.insert(0, "+");
    return parts;
}

/** What NumPy writes for a number that is not finite. */
std::string wordOf(double value, PlusSign plus) {
    const std::string word = std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
    return plus == PlusSign::Written && word[0] != '-' ? "+" + word : word;
}

/** One format for all of `shown`, the positions that will be printed, of the numbers of `dtype` that `read` gives. */
ElementFormat floatFormat(const ReadNumber &read, DType dtype, const std::vector<int64_t> &shown, PlusSign plus) {
    std::vector<double> finite;
    bool hasNan = false, hasInf = false, hasNegativeInf = false;
    for (const int64_t index : shown) {
        const double value = read(index);
        hasNan |= std::isnan(value);
        hasInf |= std::isinf(value);
        hasNegativeInf |= std::isinf(value) && value < 0;
        if (std::isfinite(value)) finite.push_back(value);
    }
    const bool scientific = wantsScientific(finite);
    Columns columns;
    for (const double value : finite) {
        const Parts parts = withPlus(
            scientific ? scientificParts(value, dtype, maxDigits) : positionalParts(value, dtype, maxDigits), plus);
        columns.whole = std::max(columns.whole, parts.whole.size());
        columns.fraction = std::max(columns.fraction, parts.fraction.size());
        columns.exponent = std::max(columns.exponent, parts.exponent.size());
    }
    const size_t right = scientific ? columns.fraction + 1 + columns.exponent : columns.fraction;
    const size_t signWidth = hasNegativeInf || plus == PlusSign::Written ? 1 : 0;
    const size_t longestWord = hasNan || hasInf ? 3 + signWidth : 0;
    if (longestWord > columns.whole + right + 1) columns.whole = longestWord - right - 1;

    return [read, dtype, plus, scientific, columns, right](int64_t index) {
        const double value = read(index);
        if (!std::isfinite(value)) return leftPadded(wordOf(value, plus), columns.whole + 1 + right);
        if (!scientific) {
            const Parts parts = withPlus(positionalParts(value, dtype, maxDigits), plus);
            std::string fraction = parts.fraction;
            fraction.resize(columns.fraction, ' ');
            return leftPadded(parts.whole, columns.whole) + "." + fraction;
        }
        // Where the identifying digits of an element end early, true digits follow, not zeros.
        const std::string text = format(plus == PlusSign::Written ? "%+.*e" : "%.*e", int(columns.fraction), value);
        const size_t e = text.find('e'), point = std::min(text.find('.'), e);
        std::string exponent = text.substr(e + 1);
        if (exponent.size() < columns.exponent) exponent.insert(1, columns.exponent - exponent.size(), '0');
        const std::string fraction = point < e ? text.substr(point + 1, e - point - 1) : std::string();
        return leftPadded(text.substr(0, point), columns.whole) + "." + fraction + "e" + exponent;
    };
}

/** Columns of real and columns of imaginary parts; the j stands before the blanks that align the latter. */
ElementFormat complexFormat(const Tensor &tensor, const std::vector<int64_t> &shown) {
    const DType part = partDType(tensor.dtype());
    const auto real =
        floatFormat([&tensor](int64_t i) { return tensor.complexAt(i).real(); }, part, shown, PlusSign::Left);
    const auto imaginary =
        floatFormat([&tensor](int64_t i) { return tensor.complexAt(i).imag(); }, part, shown, PlusSign::Written);
    return [real, imaginary](int64_t index) {
        std::string text = imaginary(index);
        text.insert(text.find_last_not_of(' ') + 1, "j");
        return real(index) + text;
    };
}

ElementFormat integerFormat(const Tensor &tensor, const std::vector<int64_t> &shown) {
    size_t width = tensor.dtype() == DType::Bool ? 5 : 0;
    for (const int64_t index : shown)
        width = std::max(width, integerText(tensor, index).size());
    return [&tensor, width](int64_t index) { return leftPadded(integerText(tensor, index), width); };
}

ElementFormat formatOf(const Tensor &tensor, const std::vector<int64_t> &shown) {
    if (isComplex(tensor.dtype())) return complexFormat(tensor, shown);
    if (!info(tensor.dtype()).floating) return integerFormat(tensor, shown);
    return floatFormat([&tensor](int64_t i) { return tensor.at(i); }, tensor.dtype(), shown, PlusSign::Left);
}

/** Lays elements out in rows and blocks. */
class Layout {
public:
    explicit Layout(const Tensor &tensor)
        : m_tensor(tensor)
        , m_strides(contiguousStrides(tensor.shape()))
        , m_summarized(tensor.count() > summarizeFrom) {
        collect(0, 0);
        m_format = formatOf(tensor, m_shown);
    }

    std::string text() const { return block(0, 0, lineWidth); }

private:
    int64_t size(int axis) const { return m_tensor.shape()[axis]; }
    bool shortened(int axis) const { return m_summarized && size(axis) > 2 * edge; }

    template<class Visitor> void forShown(int axis, Visitor visit) const {
        for (int64_t i = 0; i < size(axis); ++i) {
            if (shortened(axis) && i == edge) i = size(axis) - edge;
            visit(i, shortened(axis) && i == size(axis) - edge);
        }
    }

    void collect(int axis, int64_t start) {
        forShown(axis, [&](int64_t i, bool) {
            const int64_t place = start + i * m_strides[axis];
            if (axis + 1 < m_tensor.rank())
                collect(axis + 1, place);
            else
                m_shown.push_back(place);
        });
    }

    std::string block(int axis, int64_t start, size_t width) const {
        return axis + 1 == m_tensor.rank() ? row(axis, start, width) : blocks(axis, start, width);
    }

    std::string row(int axis, int64_t start, size_t width) const {
        const std::string indent(size_t(axis) + 1, ' ');
        std::string done, line = indent;
        const auto append = [&](const std::string &word) {
            if (line.size() + word.size() > width - 1 && line.size() > indent.size()) {
                done += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
                line = indent;
            }
            line += word;
        };
        forShown(axis, [&](int64_t i, bool afterGap) {
            if (i > 0) line += ' ';
            if (afterGap) {
                append("...");
                line += ' ';
            }
            append(m_format(start + i));
        });
        done += line;
        return "[" + done.substr(indent.size()) + "]";
    }

    std::string blocks(int axis, int64_t start, size_t width) const {
        const std::string indent(size_t(axis) + 1, ' ');
        const std::string gap(size_t(m_tensor.rank() - axis - 1), '\n');
        std::string text;
        forShown(axis, [&](int64_t i, bool afterGap) {
            if (i > 0) text += gap + indent;
            if (afterGap) text += "..." + gap + indent;
            text += block(axis + 1, start + i * m_strides[axis], width - 1);
        });
        return "[" + text + "]";
    }

    const Tensor &m_tensor;
    const Dims m_strides;
    const bool m_summarized;
    std::vector<int64_t> m_shown;
    ElementFormat m_format;
};

} // namespace

std::string toString(const Tensor &tensor) {
    if (tensor.count() == 0) return "[]";
    if (tensor.rank() > 0) return Layout(tensor).text();
    if (isComplex(tensor.dtype())) return complexScalarText(tensor.complexAt(0), tensor.dtype());
    return info(tensor.dtype()).floating ? floatScalarText(tensor.at(0), tensor.dtype()) : integerText(tensor, 0);
}

} // namespace jitscope::inline tensor
