// SPDX-License-Identifier: Apache-2.0
#include "engine/reading/tracejsonarguments.h"

#include "engine/base/text.h"
#include "engine/reading/tracejsontext.h"

#include <algorithm>

namespace jitscope::inline reading::tracejson {

JsonArguments::JsonArguments(std::shared_ptr<const InputFile> file, Pairs ends)
    : m_file(std::move(file))
    , m_ends(std::move(ends)) {
    std::sort(m_ends.begin(), m_ends.end());
}

Result<SliceArguments> JsonArguments::read(uint64_t offset) const {
    if (!m_file->isUnchanged()) return Error{m_file->path() + ": was changed since it was opened; open it again"};
    SliceArguments arguments;
    if (const auto read = readEventAt(offset, arguments); !read) return read.error();
    const auto end = std::lower_bound(m_ends.begin(), m_ends.end(), BracketPlaces{offset, 0});
    if (end != m_ends.end() && end->begin == offset)
        if (const auto read = readEventAt(end->end, arguments); !read) return read.error();
    return arguments;
}

Result<void> JsonArguments::readEventAt(uint64_t offset, SliceArguments &arguments) const {
    constexpr int64_t first = 4096, largest = int64_t(64) << 20;
    for (int64_t bytes = first; bytes <= largest; bytes *= 8) {
        auto text = m_file->read(int64_t(offset), bytes);
        if (!text) return text.error();
        const size_t size = text->size();
        text->append(padding, '\0');
        Cursor cursor{text->data(), text->data() + size};
        RawEvent event;
        const bool isEvent = size > 0 && *cursor.at == '{';
        const Outcome outcome = isEvent ? readEvent(cursor, event) : Outcome::Damaged;
        if (outcome == Outcome::Cut && int64_t(size) == bytes) continue;
        if (outcome != Outcome::Good) break;
        forEachMember(event.args.text, [&](const RawValue &key, const RawValue &value) {
            arguments.emplace_back(decoded(key).text, decoded(value).text);
        });
        return {};
    }
    return Error{m_file->path() + format(": there is no event at byte %llu", (unsigned long long)offset)};
}

} // namespace jitscope::inline reading::tracejson
