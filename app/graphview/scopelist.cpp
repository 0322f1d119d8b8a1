// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/graphview/scopelist.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>

namespace jitscope {
inline namespace graphview {

namespace {

constexpr size_t mostChildren = 256;
constexpr size_t mostShapes = 4096; ///< what is never the same twice takes less as it is

bool isSmall(int64_t number) {
    return number >= 0 && number <= std::numeric_limits<int32_t>::max();
}

} // namespace

bool ScopeList::Shape::operator<(const Shape &other) const {
    const auto key = [](const Shape &shape) {
        return std::tuple(shape.kind, shape.name.identity(), shape.line, shape.inputs);
    };
    const auto mine = key(*this), others = key(other);
    return mine != others ? mine < others : children < other.children;
}

bool ScopeList::fits(const TapeScope &scope) {
    const auto isId = [](int64_t id) { return isSmall(id); };
    return isSmall(scope.first) && isSmall(scope.last) && isSmall(scope.durationNs) && isSmall(scope.bytes) &&
           scope.failed == 0 && scope.children.size() <= mostChildren && scope.inputs.size() <= 2 &&
           std::ranges::all_of(scope.inputs, isId);
}

uint32_t ScopeList::shapeOf(int number, const TapeScope &scope) {
    // Behind the scope, so that the sign tells an operator from a scope.
    const bool isPlain = std::ranges::all_of(
        scope.children, [&](int64_t child) { return child >= 0 ? child >= scope.first : ~child > number; });
    if (!isPlain) return wide;
    Shape shape{scope.kind, scope.name, scope.line, {}, scope.inputs.size()};
    for (const int64_t child : scope.children)
        shape.children.push_back(child >= 0 ? child - scope.first : ~(~child - number));
    const auto known = m_numbers.find(shape);
    if (known != m_numbers.end()) return known->second;
    if (m_shapes.size() >= mostShapes) return wide;
    const auto added = m_numbers.emplace(std::move(shape), uint32_t(m_shapes.size())).first;
    m_shapes.push_back(&added->first);
    return added->second;
}

int ScopeList::add(TapeScope scope) {
    const int number = int(m_rows.size());
    m_rows.push_back({});
    m_wide.emplace(number, std::make_shared<TapeScope>(std::move(scope)));
    return number;
}

std::shared_ptr<const TapeScope> ScopeList::operator[](int number) const {
    const Row &row = m_rows[size_t(number)];
    if (row.shape == wide) return m_wide.at(number);
    const Shape &shape = *m_shapes[row.shape];
    auto scope = std::make_shared<TapeScope>();
    scope->kind = shape.kind;
    scope->parent = row.parent;
    scope->name = shape.name;
    scope->line = shape.line;
    scope->first = row.first;
    scope->last = row.first + int64_t(row.length);
    scope->durationNs = row.durationNs;
    scope->bytes = row.bytes;
    for (const int64_t child : shape.children)
        scope->children.push_back(child >= 0 ? row.first + child : ~(~child + number));
    scope->inputs.assign(row.inputs, row.inputs + shape.inputs);
    return scope;
}

TapeScope::Kind ScopeList::kind(int scope) const {
    const Row &row = m_rows[size_t(scope)];
    return row.shape == wide ? m_wide.at(scope)->kind : m_shapes[row.shape]->kind;
}

int64_t ScopeList::first(int scope) const {
    const Row &row = m_rows[size_t(scope)];
    return row.shape == wide ? m_wide.at(scope)->first : row.first;
}

int64_t ScopeList::last(int scope) const {
    const Row &row = m_rows[size_t(scope)];
    return row.shape == wide ? m_wide.at(scope)->last : row.first + int64_t(row.length);
}

IdList ScopeList::inputs(int scope) const {
    const Row &row = m_rows[size_t(scope)];
    if (row.shape != wide) return IdList(row.inputs, row.inputs + m_shapes[row.shape]->inputs);
    const TapeScope &held = *m_wide.at(scope);
    return IdList(held.inputs.begin(), held.inputs.end());
}

TapeScope &ScopeList::opened(int number) {
    Row &row = m_rows[size_t(number)];
    if (row.shape != wide) {
        m_wide.emplace(number, std::make_shared<TapeScope>(*(*this)[number]));
        row = {};
    }
    return *m_wide.at(number);
}

void ScopeList::close(int number) {
    Row &row = m_rows[size_t(number)];
    if (row.shape != wide) return;
    TapeScope &scope = *m_wide.at(number);
    const uint32_t shape = fits(scope) ? shapeOf(number, scope) : wide;
    if (shape == wide) {
        scope.children.shrink_to_fit();
        scope.inputs.shrink_to_fit();
        return;
    }
    row = {scope.parent, int32_t(scope.first),       uint32_t(scope.last - scope.first),
           shape,        uint32_t(scope.durationNs), uint32_t(scope.bytes)};
    std::ranges::copy(scope.inputs, std::begin(row.inputs));
    m_wide.erase(number);
}

void ScopeList::setParent(int scope, int parent) {
    Row &row = m_rows[size_t(scope)];
    if (row.shape == wide)
        m_wide.at(scope)->parent = parent;
    else
        row.parent = parent;
}

} // namespace graphview
} // namespace jitscope
