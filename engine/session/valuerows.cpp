// SPDX-License-Identifier: Apache-2.0
#include "engine/session/valuerows.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace jitscope::inline session {

namespace {

constexpr int whereShift = 56;
constexpr int lengthBits = 11;
constexpr uint64_t atMask = (uint64_t(1) << whereShift) - 1;
constexpr uint64_t lengthMask = (uint64_t(1) << lengthBits) - 1;
static_assert(ValueRows::mostBytesHere <= int64_t(lengthMask));

uint64_t placeOf(ValueRows::Where where, uint64_t at) {
    return uint64_t(where) << whereShift | (at & atMask);
}

} // namespace

uint32_t ValueRows::add() {
    if (m_size % blockRows == 0) {
        if (!m_blocks.empty()) m_blocks.back().here.shrink_to_fit();
        m_blocks.emplace_back();
    }
    return m_size++;
}

/** The block of that row, whose rows may be anything from now on. */
ValueRows::Block &ValueRows::unevenBlock(uint32_t number) {
    Block &block = m_blocks[number / blockRows];
    if (block.places) return block;
    block.places = std::make_unique<uint64_t[]>(blockRows);
    for (uint32_t row = 0; row < block.evenCount; ++row)
        block.places[row] = placeOf(Where::Here, uint64_t(row) * block.evenBytes << lengthBits | block.evenBytes);
    return block;
}

ValueRows::Row ValueRows::operator[](uint32_t number) const {
    const Block &block = m_blocks[number / blockRows];
    const uint32_t row = number % blockRows;
    if (!block.places)
        return row < block.evenCount ? Row{Where::Here, int64_t(row) * block.evenBytes, block.evenBytes} : Row();
    const uint64_t place = block.places[row], at = place & atMask;
    const auto where = Where(place >> whereShift);
    if (where == Where::Here) return {where, int64_t(at >> lengthBits), int64_t(at & lengthMask)};
    return {where, int64_t(at), block.bytes ? block.bytes[row] : 0, block.checksums ? block.checksums[row] : 0};
}

void ValueRows::set(uint32_t number, const Row &row) {
    assert(row.where != Where::Here);
    Block &block = unevenBlock(number);
    block.places[number % blockRows] = placeOf(row.where, uint64_t(row.at));
    if (!block.bytes) block.bytes = std::make_unique<int64_t[]>(blockRows);
    block.bytes[number % blockRows] = row.bytes;
    if (row.checksum == 0 && !block.checksums) return;
    if (!block.checksums) block.checksums = std::make_unique<uint64_t[]>(blockRows);
    block.checksums[number % blockRows] = row.checksum;
}

void ValueRows::setHere(uint32_t number, std::string_view bytes) {
    assert(int64_t(bytes.size()) <= mostBytesHere);
    if ((*this)[number].where == Where::Here) return;
    const auto append = [&](Block &block) { block.here.insert(block.here.end(), bytes.begin(), bytes.end()); };
    Block &even = m_blocks[number / blockRows];
    const bool isNext = !even.places && number % blockRows == even.evenCount;
    if (isNext && (even.evenCount == 0 || bytes.size() == even.evenBytes)) {
        even.evenBytes = uint32_t(bytes.size());
        ++even.evenCount;
        return append(even);
    }
    Block &block = unevenBlock(number);
    block.places[number % blockRows] = placeOf(Where::Here, block.here.size() << lengthBits | bytes.size());
    append(block);
}

std::string_view ValueRows::here(uint32_t number) const {
    const Row row = (*this)[number];
    if (row.where != Where::Here || row.bytes == 0) return {};
    return {m_blocks[number / blockRows].here.data() + row.at, size_t(row.bytes)};
}

std::optional<uint32_t> SerialNumbers::find(int64_t serial) const {
    auto after = m_runs.upper_bound(serial);
    if (after == m_runs.begin()) return std::nullopt;
    const auto &[first, run] = *--after;
    // Unsigned: what another process says may be any number.
    const uint64_t place = uint64_t(serial) - uint64_t(first);
    return place < uint64_t(run.count) ? std::optional(run.first + uint32_t(place)) : std::nullopt;
}

void SerialNumbers::add(int64_t serial) {
    const uint32_t number = m_next++;
    if (const auto after = m_runs.upper_bound(serial); after != m_runs.begin()) {
        auto &[first, run] = *std::prev(after);
        const bool follows = uint64_t(serial) - uint64_t(first) == uint64_t(run.count);
        if (follows && number == run.first + uint32_t(run.count)) {
            ++run.count;
            return;
        }
    }
    m_runs.insert_or_assign(serial, Numbered{1, number});
    m_begins.emplace_back(number, serial);
}

int64_t SerialNumbers::serialOf(uint32_t number) const {
    const auto after = std::ranges::upper_bound(m_begins, number, {}, &std::pair<uint32_t, int64_t>::first);
    const auto &[first, serial] = *std::prev(after);
    return serial + int64_t(number - first);
}

std::vector<SerialNumbers::Run> SerialNumbers::runs() const {
    std::vector<Run> runs;
    for (const auto &[first, run] : m_runs)
        runs.push_back({first, run.count});
    return runs;
}

} // namespace jitscope::inline session
