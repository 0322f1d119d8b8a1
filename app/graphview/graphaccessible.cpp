// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/graphview/graphaccessible.h"

#include "app/graphview/graphview.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <unordered_map>

namespace jitscope {
inline namespace graphview {

namespace {

class CardAccessible : public QAccessibleInterface {
public:
    CardAccessible(GraphView *view, int card)
        : m_view(view)
        , m_card(card) {}

    bool isValid() const override { return m_view && size_t(m_card) < m_view->graph().nodes.size(); }
    QObject *object() const override { return nullptr; }
    QAccessibleInterface *parent() const override { return QAccessible::queryAccessibleInterface(m_view); }
    QAccessibleInterface *child(int) const override { return nullptr; }
    QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    void setText(QAccessible::Text, const QString &) override {}
    QAccessible::Role role() const override { return QAccessible::ListItem; }

    QString text(QAccessible::Text kind) const override {
        if (!isValid() || kind != QAccessible::Name) return {};
        return accessibleText(m_view->graph(), m_card);
    }
    QRect rect() const override {
        if (!isValid()) return {};
        const QRectF box = toRect(m_view->painterOf().layout().nodes[size_t(m_card)]);
        const QRect seen = m_view->mapFromScene(box).boundingRect();
        return {m_view->viewport()->mapToGlobal(seen.topLeft()), seen.size()};
    }
    QAccessible::State state() const override {
        QAccessible::State state;
        if (!isValid()) return state;
        const auto &selected = m_view->selectedCards();
        state.selectable = state.focusable = true;
        state.expandable = state.collapsed = m_view->graph().nodes[size_t(m_card)].isExpandable;
        state.selected = std::binary_search(selected.begin(), selected.end(), m_card);
        state.focused = state.selected && m_view->hasFocus();
        return state;
    }
    int card() const { return m_card; }

private:
    QPointer<GraphView> m_view;
    int m_card;
};

class GraphAccessible : public QAccessibleWidget {
public:
    explicit GraphAccessible(GraphView *view)
        : QAccessibleWidget(view, QAccessible::List)
        , m_view(view) {}
    ~GraphAccessible() override {
        for (const auto &[card, id] : m_cards)
            QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override { return m_view ? int(m_view->graph().nodes.size()) : 0; }
    QAccessibleInterface *child(int index) const override {
        if (index < 0 || index >= childCount()) return nullptr;
        const auto known = m_cards.find(index);
        if (known != m_cards.end()) return QAccessible::accessibleInterface(known->second);
        auto *made = new CardAccessible(m_view, index);
        m_cards[index] = QAccessible::registerAccessibleInterface(made);
        return made;
    }
    int indexOfChild(const QAccessibleInterface *child) const override {
        const auto *card = dynamic_cast<const CardAccessible *>(child);
        return card ? card->card() : -1;
    }
    QAccessibleInterface *childAt(int x, int y) const override {
        if (!m_view) return nullptr;
        const QPoint point = m_view->viewport()->mapFromGlobal(QPoint(x, y));
        return child(m_view->painterOf().cardAt(m_view->mapToScene(point)));
    }

private:
    QPointer<GraphView> m_view;
    mutable std::unordered_map<int, QAccessible::Id> m_cards; ///< made when first asked for
};

QAccessibleInterface *makeInterface(const QString &className, QObject *object) {
    if (className != QLatin1String("jitscope::graphview::GraphView")) return nullptr;
    auto *view = qobject_cast<GraphView *>(object);
    return view ? new GraphAccessible(view) : nullptr;
}

} // namespace

void installGraphAccessibility() {
    static const bool installed = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(installed);
}

void announceCard(GraphView &view, int card) {
    if (!QAccessible::isActive()) return;
    QAccessibleEvent event(&view, QAccessible::Focus);
    event.setChild(card);
    QAccessible::updateAccessibility(&event);
}

} // namespace graphview
} // namespace jitscope
