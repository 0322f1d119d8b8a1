// SPDX-License-Identifier: GPL-3.0-or-later
// Items in lines, as the words of a text: what does not fit beside the one before goes below. Qt has no such layout.
#pragma once

#include <QLayout>
#include <QRect>
#include <QSize>
#include <functional>
#include <memory>
#include <vector>

namespace jitscope {
inline namespace sdk {

/** Where all fit into one line, the last stands at its right end. */
class FlowLayout : public QLayout {
public:
    explicit FlowLayout(int spacing);

    void addItem(QLayoutItem *item) override { m_items.emplace_back(item); }
    int count() const override { return int(m_items.size()); }
    QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect &room) override;

private:
    int arrange(const QRect &room, const std::function<void(QLayoutItem &, const QRect &)> &place) const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
};

} // namespace sdk
} // namespace jitscope
