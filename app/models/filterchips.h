// SPDX-License-Identifier: GPL-3.0-or-later
// What a panel's rows are filtered by, one chip a filter: a click takes it away again. Not there without filters. Where
// these are the conditions of operators, Ctrl+Z in the widget around it takes the last change back.
#pragma once

#include <QStringList>
#include <QWidget>

#include <cstdint>
#include <functional>
#include <vector>

class QHBoxLayout;

namespace jitscope {
inline namespace sdk {
struct PanelContext;
}
} // namespace jitscope

namespace jitscope {
inline namespace models {

class OperatorSource;

class FilterChips : public QWidget {
    Q_OBJECT
public:
    enum class Of : uint8_t {
        Operators, ///< what operators are filtered by, and the panel's own filters
        Times,     ///< of what operators are filtered by only the stretches of time, and the panel's own filters
        Panel      ///< the panel's own filters alone
    };

    explicit FilterChips(const PanelContext &context, QWidget *parent = nullptr);
    FilterChips(const PanelContext &context, Of of, QWidget *parent = nullptr);
    /** The chips' texts. */
    QStringList texts() const;
    /** What the panel's own field of text keeps rows by: words that each row has, with a chip each; "" for nothing. */
    void setText(const QString &text);
    /** What else the panel chose, as it is to be read on chips. */
    void setChosen(const QStringList &chosen);
    /** Takes all of them away, as the button does that stands behind several. */
    void clear();

Q_SIGNALS:
    /** The chip of a word was clicked, or all of them are to go: what is left of the text. */
    void textLeft(const QString &text);
    /** The chip of that place among the chosen was clicked, or all of them are to go. */
    void chosenRemoved(int place);

private:
    void fill();
    void takeBack(int place);

    std::vector<int> conditions() const;

    OperatorSource &m_source;
    Of m_of;
    std::function<int64_t()> m_originNs;
    QHBoxLayout *m_row;
    QStringList m_words, m_chosen;
};

} // namespace models
} // namespace jitscope
