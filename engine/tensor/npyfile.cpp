// SPDX-License-Identifier: Apache-2.0
// Writes and reads the .npy format, versions 1 to 3: magic, a Python dictionary as header, the elements.
#include "engine/tensor/npyfile.h"

#include "engine/base/text.h"
#include "engine/tensor/elementruns.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <vector>

namespace jitscope::inline tensor {

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr size_t alignment = 64;          // of the first element, so that the file can be mapped
constexpr uint32_t longestHeader = 65536; // a longer one is no array of ours

struct Kind {
    DType dtype;
    std::string_view name; ///< without the byte order
};

/** The first of a dtype is what is written. */
constexpr std::array kinds = {
    Kind{DType::Bool, "b1"},     Kind{DType::Int8, "i1"},      Kind{DType::Int16, "i2"},
    Kind{DType::Int32, "i4"},    Kind{DType::Int64, "i8"},     Kind{DType::UInt8, "u1"},
    Kind{DType::UInt16, "u2"},   Kind{DType::UInt32, "u4"},    Kind{DType::UInt64, "u8"},
    Kind{DType::Float16, "f2"},  Kind{DType::Float32, "f4"},   Kind{DType::Float64, "f8"},
    Kind{DType::BFloat16, "V2"}, Kind{DType::Complex64, "c8"}, Kind{DType::Complex128, "c16"},
};

DType writtenAs(DType dtype) {
    return dtype == DType::BFloat16 ? DType::Float32 : dtype;
}

std::string headerOf(const Tensor &tensor) {
    const DType dtype = writtenAs(tensor.dtype());
    std::string descr;
    for (const Kind &kind : kinds)
        if (kind.dtype == dtype) descr = (info(dtype).bytes == 1 ? "|" : "<") + std::string(kind.name);
    std::string header =
        "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + toString(tensor.shape()) + ", }";
    const size_t before = magic.size() + 4; // version and length
    header.append((alignment - (before + header.size() + 1) % alignment) % alignment, ' ');
    header += '\n';
    const auto size = uint16_t(header.size());
    std::string all(magic);
    all += {char(1), char(0), char(size & 0xff), char(size >> 8)};
    return all + header;
}

/** Packs a run into `buffer` in the type that is written. */
template<class T> void pack(const ElementRun<T> &run, std::vector<char> &buffer) {
    using To = std::conditional_t<std::is_same_v<T, BFloat16>, float, T>;
    buffer.resize(size_t(run.count) * sizeof(To));
    for (int64_t i = 0; i < run.count; ++i) {
        const To value = To(run[i]);
        std::memcpy(buffer.data() + size_t(i) * sizeof(To), &value, sizeof(To));
    }
}

/** The header's fields; anything that is not written this way by NumPy is refused. */
struct Header {
    std::string descr;
    bool isFortran = false;
    Dims shape;
};

/** What stands behind 'key': up to `end`. */
std::optional<std::string_view> field(std::string_view header, std::string_view key, char end) {
    const size_t at = header.find(key);
    if (at == std::string_view::npos) return std::nullopt;
    std::string_view rest = header.substr(at + key.size());
    const size_t colon = rest.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    rest = trimmed(rest.substr(colon + 1));
    const size_t stop = rest.find(end, 1);
    if (stop == std::string_view::npos) return std::nullopt;
    return rest.substr(0, stop);
}

std::optional<Dims> shapeOf(std::string_view text) {
    if (text.empty() || text.front() != '(') return std::nullopt;
    Dims shape;
    for (const auto &part : split(text.substr(1), ',')) {
        const std::string_view word = trimmed(part);
        if (word.empty()) continue;
        int64_t size = 0;
        const auto read = std::from_chars(word.data(), word.data() + word.size(), size);
        if (read.ec != std::errc() || read.ptr != word.data() + word.size() || shape.rank() == maxRank)
            return std::nullopt;
        shape.push(size);
    }
    return shape;
}

std::optional<Header> parsed(std::string_view text) {
    const auto descr = field(text, "'descr'", '\''), order = field(text, "'fortran_order'", ','),
               shape = field(text, "'shape'", ')');
    if (!descr || descr->size() < 2 || descr->front() != '\'' || !order || !shape) return std::nullopt;
    const auto dims = shapeOf(*shape);
    if (!dims || !checkedCount(dims->span())) return std::nullopt;
    return Header{std::string(descr->substr(1)), trimmed(*order) == "True", *dims};
}

std::optional<std::string> headerText(std::ifstream &file) {
    std::array<char, 8> start{};
    if (!file.read(start.data(), start.size()) || std::string_view(start.data(), magic.size()) != magic)
        return std::nullopt;
    const int lengthBytes = start[6] == 1 ? 2 : 4;
    std::array<unsigned char, 4> length{};
    if (!file.read(reinterpret_cast<char *>(length.data()), lengthBytes)) return std::nullopt;
    uint32_t size = 0;
    for (int i = 0; i < lengthBytes; ++i)
        size |= uint32_t(length[size_t(i)]) << (8 * i);
    if (size > longestHeader) return std::nullopt;
    std::string text(size, '\0');
    if (!file.read(text.data(), std::streamsize(size))) return std::nullopt;
    return text;
}

std::optional<DType> dtypeOf(const std::string &descr) {
    if (descr.empty()) return std::nullopt;
    const std::string_view order = "<|=";
    if (order.find(descr[0]) == std::string_view::npos) return std::nullopt;
    for (const Kind &kind : kinds)
        if (std::string_view(descr).substr(1) == kind.name) return kind.dtype;
    return std::nullopt;
}

/** Elements that were stored with the first axis fastest, as the row-major tensor of `shape`. */
Tensor fromFortran(const Tensor &stored, const Dims &shape) {
    Dims reversed, axes;
    for (int axis = shape.rank() - 1; axis >= 0; --axis) {
        reversed.push(shape[axis]);
        axes.push(axis);
    }
    return stored.reshaped(reversed).permuted(axes).contiguous();
}

} // namespace

Result<void> writeNpy(const std::string &path, const Tensor &tensor, const FileProgress &progress) {
    const std::string part = path + ".part";
    std::ofstream file(part, std::ios::binary | std::ios::trunc);
    const std::string header = headerOf(tensor);
    file.write(header.data(), std::streamsize(header.size()));
    std::vector<char> buffer;
    const bool isWhole = visitAnyDType(tensor.dtype(), [&]<class T>(TypeTag<T>) {
        return forEachRun<T>(tensor, 0, [&](const ElementRun<T> &run) {
            pack(run, buffer);
            file.write(buffer.data(), std::streamsize(buffer.size()));
            return file && (!progress || progress(double(run.index + run.count) / double(tensor.count())));
        });
    });
    file.close();
    std::error_code error;
    if (isWhole && file) {
        std::filesystem::rename(part, path, error);
        if (!error) return {};
    }
    const bool wasCalledOff = !isWhole && file;
    std::filesystem::remove(part, error);
    if (wasCalledOff) return Error{path + ": saving was cancelled; nothing was written."};
    return Error{path + ": the file cannot be written (is there room, and may you write there?)."};
}

Result<Tensor> readNpy(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return Error{path + ": the file cannot be opened."};
    const auto text = headerText(file);
    const auto header = text ? parsed(*text) : std::nullopt;
    if (!header) return Error{path + ": this is no .npy file of one array, or its header is damaged."};
    const auto dtype = dtypeOf(header->descr);
    if (!dtype) return Error{path + ": arrays of '" + header->descr + "' cannot be read here."};
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    const int64_t wanted = header->shape.product() * info(*dtype).bytes;
    // Asked before memory is taken: a damaged header must not make us allocate what is not there.
    if (error || int64_t(size) - int64_t(file.tellg()) < wanted) return Error{path + ": the file is cut off."};
    Tensor tensor(header->shape, *dtype);
    if (!file.read(reinterpret_cast<char *>(tensor.mutableRawData()), wanted))
        return Error{path + ": the file is cut off."};
    return header->isFortran ? fromFortran(tensor, header->shape) : tensor;
}

} // namespace jitscope::inline tensor
