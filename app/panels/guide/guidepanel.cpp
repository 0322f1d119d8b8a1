// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/guide/guidepanel.h"

#include "app/guide/guidebrowser.h"
#include "app/sdk/icons.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/filteredit.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QListWidget>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace jitscope {
inline namespace guidepanel {

namespace {

constexpr int wideInLetters = 95; ///< below it the contents take the place of the page
constexpr int contentsWidthInLetters = 32;
constexpr int pageRole = Qt::UserRole, anchorRole = Qt::UserRole + 1;

QToolButton *iconButton(const QString &id, const QString &icon, const QString &toolTip, QWidget *parent) {
    auto *button = new QToolButton(parent);
    button->setObjectName(id);
    button->setProperty("role", "flat");
    button->setIcon(themedIcon(icon));
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

bool isStepKey(const QKeyEvent &key) {
    return key.modifiers() == Qt::AltModifier && (key.key() == Qt::Key_Left || key.key() == Qt::Key_Right);
}

} // namespace

PanelDef guidePanel() {
    return {QStringLiteral("guide"), QStringLiteral(QT_TRANSLATE_NOOP("Panels", "Guide")),
            QStringLiteral(QT_TRANSLATE_NOOP("Panels", "How to do things with JitScope, to read beside your work")),
            PanelArea::Centre, [](const PanelContext &, QWidget *parent) -> Panel * { return new GuidePanel(parent); }};
}

GuidePanel::GuidePanel(QWidget *parent)
    : Panel(parent)
    , m_query(new FilterEdit(tr("Search the guide"), this))
    , m_toggle(iconButton(QStringLiteral("guideContents"), QStringLiteral("menu"), tr("Show the contents"), this))
    , m_back(iconButton(QStringLiteral("guideBack"), QStringLiteral("back"), tr("Back (Alt+Left)"), this))
    , m_forward(iconButton(QStringLiteral("guideForward"), QStringLiteral("forward"), tr("Forward (Alt+Right)"), this))
    , m_splitter(new QSplitter(this))
    , m_lists(new QStackedWidget(m_splitter))
    , m_contents(new QTreeWidget(m_lists))
    , m_hits(new QListWidget(m_lists))
    , m_text(new GuideBrowser(m_splitter)) {
    m_query->setObjectName(QStringLiteral("guideSearch"));
    m_toggle->setCheckable(true);
    m_contents->setHeaderHidden(true);
    m_contents->setAccessibleName(tr("Contents of the guide"));
    m_contents->setColumnCount(1);
    m_hits->setAccessibleName(tr("Where the words stand"));
    m_hits->setWordWrap(true);
    m_hits->setTextElideMode(Qt::ElideNone);
    m_hits->setSpacing(2);
    m_lists->addWidget(m_contents);
    m_lists->addWidget(m_hits);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_lists);
    m_splitter->addWidget(m_text);
    m_splitter->setStretchFactor(1, 1);

    auto *row = new QHBoxLayout;
    row->setContentsMargins(metrics::grid, metrics::grid / 2, metrics::grid, metrics::grid / 2);
    row->setSpacing(2);
    for (QToolButton *button : {m_toggle, m_back, m_forward})
        row->addWidget(button);
    row->addSpacing(metrics::grid);
    row->addWidget(m_query, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(m_splitter, 1);
    setFocusProxy(m_text);

    const auto openItem = [this](QTreeWidgetItem *item) {
        if (!item) return;
        open({item->data(0, pageRole).toString(), item->data(0, anchorRole).toString()});
    };
    connect(m_contents, &QTreeWidget::itemActivated, this, openItem);
    connect(m_contents, &QTreeWidget::itemClicked, this, openItem);
    const auto openHit = [this](const QListWidgetItem *item) {
        open({item->data(pageRole).toString(), item->data(anchorRole).toString()});
        m_text->mark(m_query->text().split(QLatin1Char(' '), Qt::SkipEmptyParts));
    };
    connect(m_hits, &QListWidget::itemActivated, this, openHit);
    connect(m_hits, &QListWidget::itemClicked, this, openHit);
    connect(m_query, &QLineEdit::textChanged, this, &GuidePanel::search);
    connect(m_query, &QLineEdit::returnPressed, this, [this, openHit] {
        if (m_hits->count() > 0) openHit(m_hits->item(0));
    });
    connect(m_toggle, &QToolButton::toggled, this, &GuidePanel::updateColumns);
    connect(m_back, &QToolButton::clicked, this, [this] { step(-1); });
    connect(m_forward, &QToolButton::clicked, this, [this] { step(1); });
    connect(m_text, &GuideBrowser::linkChosen, this, &GuidePanel::open);
    connect(m_text, &GuideBrowser::stepWanted, this, &GuidePanel::step);
    fillContents();
    open({GuideBook::current().pages().constFirst().id, {}});
    updateColumns();
}

void GuidePanel::fillContents() {
    m_contents->clear();
    for (const GuidePage &page : GuideBook::current().pages()) {
        QTreeWidgetItem *parent = nullptr;
        for (const GuideSection &section : page.sections) {
            if (section.level > 2) continue;
            auto *item = parent ? new QTreeWidgetItem(parent) : new QTreeWidgetItem(m_contents);
            item->setText(0, section.title);
            item->setToolTip(0, section.title);
            item->setData(0, pageRole, page.id);
            item->setData(0, anchorRole, parent ? section.anchor : QString());
            if (!parent) parent = item;
        }
    }
}

void GuidePanel::search() {
    const QList<GuideHit> hits = GuideBook::current().find(m_query->text());
    m_hits->clear();
    for (const GuideHit &hit : hits) {
        auto *item = new QListWidgetItem(hit.title + QLatin1Char('\n') + hit.excerpt, m_hits);
        item->setData(pageRole, hit.place.page);
        item->setData(anchorRole, hit.place.anchor);
    }
    const bool isSearch = !m_query->text().trimmed().isEmpty();
    if (isSearch && hits.isEmpty()) {
        auto *none = new QListWidgetItem(tr("No page has these words."), m_hits);
        none->setFlags(Qt::NoItemFlags);
    }
    if (!isSearch) m_text->mark({});
    m_lists->setCurrentWidget(isSearch ? static_cast<QWidget *>(m_hits) : m_contents);
    updateColumns();
}

void GuidePanel::open(const GuidePlace &place) {
    if (!GuideBook::current().has(place)) return;
    closeNarrowContents();
    if (m_at >= 0 && m_history[m_at] == place) {
        showPlace(place);
        return;
    }
    m_history = m_history.mid(0, m_at + 1);
    m_history.append(place);
    m_at = int(m_history.size()) - 1;
    showPlace(place);
}

GuidePlace GuidePanel::place() const {
    return m_text->place();
}

void GuidePanel::step(int direction) {
    const int next = m_at + direction;
    if (next < 0 || next >= m_history.size()) return;
    m_at = next;
    showPlace(m_history[m_at]);
}

void GuidePanel::showPlace(const GuidePlace &place) {
    m_text->setPlace(place);
    m_back->setEnabled(m_at > 0);
    m_forward->setEnabled(m_at + 1 < m_history.size());
    for (int i = 0; i < m_contents->topLevelItemCount(); ++i) {
        QTreeWidgetItem *page = m_contents->topLevelItem(i);
        const bool isThis = page->data(0, pageRole).toString() == place.page;
        page->setExpanded(isThis);
        if (!isThis) continue;
        QTreeWidgetItem *current = page;
        for (int k = 0; k < page->childCount(); ++k)
            if (page->child(k)->data(0, anchorRole).toString() == place.anchor) current = page->child(k);
        m_contents->setCurrentItem(current);
    }
}

void GuidePanel::updateColumns() {
    const int letter = fontMetrics().averageCharWidth();
    const bool isWide = width() >= letter * wideInLetters;
    const bool isSearch = m_lists->currentWidget() == m_hits;
    m_toggle->setVisible(!isWide);
    const bool showLists = isWide || isSearch || m_toggle->isChecked();
    m_lists->setVisible(showLists);
    m_text->setVisible(isWide || !showLists);
    m_lists->setMinimumWidth(isWide ? letter * contentsWidthInLetters : 0);
}

/** In a narrow panel the lists cover the page: they go when something was chosen in them. */
void GuidePanel::closeNarrowContents() {
    if (!m_toggle->isVisible()) return;
    m_toggle->setChecked(false);
    if (m_lists->currentWidget() == m_hits) m_lists->setCurrentWidget(m_contents);
    updateColumns();
    m_text->setFocus(Qt::OtherFocusReason);
}

QString GuidePanel::contentAsText() const {
    return m_text->toPlainText();
}

bool GuidePanel::startFind() {
    m_query->setFocus(Qt::ShortcutFocusReason);
    m_query->selectAll();
    return true;
}

bool GuidePanel::event(QEvent *event) {
    // Alt+Left is the window's way back through selections everywhere else.
    if (event->type() == QEvent::ShortcutOverride && isStepKey(*static_cast<QKeyEvent *>(event))) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::KeyPress && isStepKey(*static_cast<QKeyEvent *>(event))) {
        step(static_cast<QKeyEvent *>(event)->key() == Qt::Key_Left ? -1 : 1);
        return true;
    }
    if (event->type() == QEvent::LanguageChange) fillContents();
    return Panel::event(event);
}

void GuidePanel::resizeEvent(QResizeEvent *event) {
    Panel::resizeEvent(event);
    updateColumns();
}

} // namespace guidepanel
} // namespace jitscope

#include "moc_guidepanel.cpp"
