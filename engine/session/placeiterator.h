// SPDX-License-Identifier: Apache-2.0
// Goes through a list that gives its records out as values: list[place].
#pragma once

#include <cstddef>
#include <iterator>

namespace jitscope::inline session {

template<class List> class PlaceIterator {
public:
    using value_type = typename List::value_type;
    using difference_type = std::ptrdiff_t;
    using reference = value_type;
    using iterator_category = std::random_access_iterator_tag;
    /** Holds the record that is pointed at. */
    struct pointer {
        value_type value;
        const value_type *operator->() const { return &value; }
    };

    PlaceIterator() = default;
    PlaceIterator(const List &list, size_t place)
        : m_list(&list)
        , m_place(difference_type(place)) {}

    value_type operator*() const { return (*m_list)[size_t(m_place)]; }
    pointer operator->() const { return {**this}; }
    value_type operator[](difference_type by) const { return *(*this + by); }

    PlaceIterator &operator++() { return *this += 1; }
    PlaceIterator &operator--() { return *this -= 1; }
    PlaceIterator operator++(int) {
        const PlaceIterator before = *this;
        return ++*this, before;
    }
    PlaceIterator operator--(int) {
        const PlaceIterator before = *this;
        return --*this, before;
    }
    PlaceIterator &operator+=(difference_type by) { return m_place += by, *this; }
    PlaceIterator &operator-=(difference_type by) { return m_place -= by, *this; }
    friend PlaceIterator operator+(PlaceIterator at, difference_type by) { return at += by; }
    friend PlaceIterator operator+(difference_type by, PlaceIterator at) { return at += by; }
    friend PlaceIterator operator-(PlaceIterator at, difference_type by) { return at -= by; }
    friend difference_type operator-(const PlaceIterator &a, const PlaceIterator &b) { return a.m_place - b.m_place; }
    bool operator==(const PlaceIterator &other) const { return m_place == other.m_place; }
    auto operator<=>(const PlaceIterator &other) const { return m_place <=> other.m_place; }

private:
    const List *m_list = nullptr;
    difference_type m_place = 0;
};

} // namespace jitscope::inline session
