// SPDX-License-Identifier: Apache-2.0
// Walks from header to header: 64 bits size of what follows, kind, padding, version, a mark. A source block has the
// path of the source between header and text, which the size does not count.
#include "plugins/msprof_op/visualizeblocks.h"

#include "engine/base/text.h"

#include <array>

namespace jitscope {
inline namespace msprof_op {

namespace {

constexpr int64_t headerBytes = 12;
constexpr int64_t pathBytes = 4096;
constexpr uint8_t mark = 0x5a;
constexpr size_t maxBlocks = 1'000'000;

struct Header {
    uint64_t size = 0;
    uint8_t kind = 0, padding = 0, version = 0, mark = 0;
};

Header headerIn(std::string_view bytes) {
    Header header;
    for (size_t i = 0; i < 8; ++i)
        header.size |= uint64_t(uint8_t(bytes[i])) << (8 * i);
    header.kind = uint8_t(bytes[8]);
    header.padding = uint8_t(bytes[9]);
    header.version = uint8_t(bytes[10]);
    header.mark = uint8_t(bytes[11]);
    return header;
}

bool isKnown(uint8_t kind) {
    return (kind >= uint8_t(BlockKind::Source) && kind <= uint8_t(BlockKind::MemoryTable)) ||
           (kind >= uint8_t(BlockKind::CoreLoad) && kind <= uint8_t(BlockKind::Stalls));
}

std::string at(int64_t offset) {
    return format("byte %lld", static_cast<long long>(offset));
}

std::string pathIn(const InputFile &file, int64_t offset) {
    const auto bytes = file.read(offset, pathBytes);
    return bytes ? bytes->substr(0, bytes->find('\0')) : std::string();
}

} // namespace

bool looksLikeBlocks(std::string_view firstBytes) {
    if (firstBytes.size() < size_t(headerBytes)) return false;
    const Header header = headerIn(firstBytes);
    return header.mark == mark && header.size > 0 && header.size <= uint64_t(maxVisualizeBytes) &&
           header.padding < 64 && header.kind > 0 && header.kind < 64;
}

Result<std::vector<VisualizeBlock>> blocksOf(const InputFile &file, const std::string &name, Diagnostics &diagnostics) {
    if (file.size() > maxVisualizeBytes)
        return Error{format("%s: has %s; operator data of more than 500 MB is not opened", file.path().c_str(),
                            humanBytes(file.size()).c_str())};
    std::vector<VisualizeBlock> blocks;
    int64_t offset = 0, seen = 0;
    while (offset < file.size() && blocks.size() < maxBlocks) {
        const auto bytes = file.read(offset, headerBytes);
        if (!bytes) return bytes.error();
        if (int64_t(bytes->size()) < headerBytes) {
            diagnostics.add(DiagnosticKind::Skipped, name, at(offset), "the file ends inside the header of a block");
            break;
        }
        const Header header = headerIn(*bytes);
        const int64_t extra = header.kind == uint8_t(BlockKind::Source) ? pathBytes : 0;
        const int64_t left = file.size() - offset - headerBytes - extra;
        if (header.mark != mark) {
            diagnostics.add(DiagnosticKind::Skipped, name, at(offset), "no header of a block stands where one should");
            break;
        }
        if (left < 0 || header.size > uint64_t(left)) {
            diagnostics.add(DiagnosticKind::Skipped, name, at(offset), "a block is longer than the rest of the file");
            break;
        }
        ++seen;
        const int64_t size = int64_t(header.size), text = offset + headerBytes + extra;
        if (!isKnown(header.kind)) {
            diagnostics.add(DiagnosticKind::Skipped, name, at(offset),
                            format("a block of kind %d, which is not known", header.kind));
        } else if (size < header.padding) {
            diagnostics.add(DiagnosticKind::Skipped, name, at(offset), "a block has more padding than content");
        } else if (size > header.padding) {
            blocks.push_back({BlockKind(header.kind), header.version, text, size - header.padding,
                              extra > 0 ? pathIn(file, offset + headerBytes) : std::string()});
        }
        offset = text + size;
    }
    if (seen == 0) return Error{file.path() + ": holds no block of operator data"};
    return blocks;
}

} // namespace msprof_op
} // namespace jitscope
