// SPDX-License-Identifier: GPL-3.0-or-later
// What operators are filtered by, one chip a condition: a click takes it away again. Not there without conditions. In
// the widget around it Ctrl+Z takes the last change back.
#pragma once

#include <QStringList>
#include <QWidget>

#include <cstdint>
#include <functional>

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
    explicit FilterChips(const PanelContext &context, QWidget *parent = nullptr);
    /** The chips' texts. */
    QStringList texts() const;
    /** What the panel's own field of text keeps rows by has a chip, too; "" for nothing. */
    void setText(const QString &text);

Q_SIGNALS:
    /** The chip of the text was clicked, or all of them are to go. */
    void textRemoved();

private:
    void fill();
    void takeBack(int place);
    void takeAllBack();

    OperatorSource &m_source;
    std::function<int64_t()> m_originNs;
    QHBoxLayout *m_row;
    QString m_text;
};

} // namespace models
} // namespace jitscope
