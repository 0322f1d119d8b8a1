// SPDX-License-Identifier: GPL-3.0-or-later
// What operators are filtered by, one chip a condition: a click takes it away again. Not there without conditions.
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

private:
    void fill();

    OperatorSource &m_source;
    std::function<int64_t()> m_originNs;
    QHBoxLayout *m_row;
};

} // namespace models
} // namespace jitscope
