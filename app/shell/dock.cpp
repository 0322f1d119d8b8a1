// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/dock.h"

#include "app/sdk/icons.h"
#include "app/sdk/theme.h"
#include "app/shell/builtins.h"
#include "app/shell/panelstate.h"
#include "app/shell/paneltexts.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>
#include <QToolButton>
#include <QVBoxLayout>

namespace jitscope {

namespace {

constexpr int titleHeight = 31;

enum class Half : uint8_t { Top, Bottom };

/** Paints one half of the rounded frame of a panel. */
void paintFrame(QWidget &widget, Half half) {
    const Theme &theme = currentTheme();
    QPainter painter(&widget);
    painter.fillRect(widget.rect(), theme.window);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.line, 1));
    painter.setBrush(theme.panel);
    // The other end lies outside of the widget, so that only this half's corners are seen.
    const int outside = 2 * metrics::radius;
    const QRectF frame = half == Half::Top ? QRectF(widget.rect().adjusted(0, 0, 0, outside))
                                           : QRectF(widget.rect().adjusted(0, -outside, 0, 0));
    painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), metrics::radius, metrics::radius);
    if (half == Half::Top) painter.fillRect(QRectF(1, widget.height() - 1, widget.width() - 2, 1), theme.line);
}

class TitleBar : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override { paintFrame(*this, Half::Top); }
};

/** Covers one lower corner of the content, which is square, with what lies outside of the frame's arc. */
class Corner : public QWidget {
public:
    Corner(Qt::Corner corner, QWidget *parent)
        : QWidget(parent)
        , m_corner(corner) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFixedSize(metrics::radius, metrics::radius);
    }

protected:
    void paintEvent(QPaintEvent *) override {
        const Theme &theme = currentTheme();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const qreal radius = metrics::radius;
        const qreal left = m_corner == Qt::BottomLeftCorner ? 0 : -radius;
        const QRectF circle(left, -radius, 2 * radius, 2 * radius);
        QPainterPath outside, arc;
        outside.addRect(rect());
        arc.addEllipse(circle);
        painter.fillPath(outside.subtracted(arc), theme.window);
        painter.setPen(QPen(theme.line, 1));
        painter.drawEllipse(circle.adjusted(0.5, 0.5, -0.5, -0.5));
    }

private:
    Qt::Corner m_corner;
};

class Frame : public QWidget {
public:
    explicit Frame(QWidget *parent)
        : QWidget(parent)
        , m_left(Qt::BottomLeftCorner, this)
        , m_right(Qt::BottomRightCorner, this) {
        auto *column = new QVBoxLayout(this);
        column->setContentsMargins(1, 0, 1, 1);
    }
    void setContent(QWidget *content) {
        layout()->addWidget(content);
        m_left.raise();
        m_right.raise();
    }

protected:
    void paintEvent(QPaintEvent *) override { paintFrame(*this, Half::Bottom); }
    void resizeEvent(QResizeEvent *) override {
        m_left.move(0, height() - m_left.height());
        m_right.move(width() - m_right.width(), height() - m_right.height());
    }

private:
    Corner m_left, m_right;
};

void removeAll(QHBoxLayout &row) {
    while (QLayoutItem *item = row.takeAt(0)) {
        // A tab may be the sender of the click that leads here.
        if (item->widget()) item->widget()->deleteLater();
        delete item;
    }
}

} // namespace

Dock::Dock(PanelDef def, const PanelContext &context, QWidget *parent)
    : QDockWidget(parent)
    , m_def(std::move(def))
    , m_context(context)
    , m_frame(new Frame(this))
    , m_titleBar(new TitleBar(this)) {
    setObjectName(QStringLiteral("dock-") + m_def.id);
    setFeatures(DockWidgetClosable | DockWidgetMovable | DockWidgetFloatable);
    setWidget(m_frame);
    buildTitleBar();
    setTexts();
    connect(this, &QDockWidget::visibilityChanged, this, [this](bool visible) {
        if (visible) panel();
    });
    setGroup({this});
}

Panel *Dock::panel() {
    if (m_panel) return m_panel;
    m_panel = m_def.create(m_context, m_frame);
    m_panel->setObjectName(m_def.id);
    m_panel->setAccessibleName(titleOf(m_def));
    static_cast<Frame *>(m_frame)->setContent(m_panel);
    setFocusProxy(m_panel);
    if (QWidget *controls = m_panel->titleControls()) m_controls->addWidget(controls);
    connect(m_panel, &QWidget::windowTitleChanged, this, &Dock::tabTextChanged);
    Q_EMIT tabTextChanged();
    return m_panel;
}

void Dock::setTexts() {
    setWindowTitle(titleOf(m_def));
    setAccessibleName(titleOf(m_def));
    setAccessibleDescription(summaryOf(m_def));
    toggleViewAction()->setToolTip(summaryOf(m_def));
    toggleViewAction()->setStatusTip(summaryOf(m_def));
    m_menu->setToolTip(tr("Move, detach or close this panel"));
    m_menu->setAccessibleName(tr("Options of panel %1").arg(titleOf(m_def)));
}

void Dock::retranslate() {
    setTexts();
    m_tabTexts.clear();
    if (!m_panel) return;
    if (m_panel->property("isIrreplaceable").toBool()) {
        takeTextsOfTwin();
        return;
    }
    const QVariantMap state = panelState(*m_panel), controlState = panelState(*m_titleBar);
    QWidget *controls = m_panel->titleControls();
    delete std::exchange(m_panel, nullptr);
    delete controls;
    restorePanelState(*panel(), state);
    restorePanelState(*m_titleBar, controlState);
}

/** A second panel, made in the language now in force, lends its texts. */
void Dock::takeTextsOfTwin() {
    const std::unique_ptr<Panel> twin(m_def.create(m_context, nullptr));
    twin->setAccessibleName(titleOf(m_def));
    QWidget *controls = m_panel->titleControls(), *twinControls = twin->titleControls();
    copyTexts(*twin, *m_panel);
    if (controls && twinControls) copyTexts(*twinControls, *controls);
}

QString Dock::tabText() const {
    return m_panel && !m_panel->windowTitle().isEmpty() ? m_panel->windowTitle() : titleOf(m_def);
}

void Dock::setGroup(const QList<Dock *> &group) {
    QStringList texts;
    for (const Dock *dock : group)
        texts.append(dock->tabText());
    if (texts == m_tabTexts) return;
    m_tabTexts = texts;
    removeAll(*m_tabs);
    for (Dock *dock : group) {
        auto *tab = new QToolButton(m_titleBar);
        tab->setProperty("role", "docktab");
        tab->setText(dock->tabText());
        tab->setAccessibleName(tr("Panel %1").arg(dock->tabText()));
        tab->setToolTip(summaryOf(dock->def()));
        tab->setCheckable(true);
        tab->setChecked(dock == this);
        tab->setFocusPolicy(Qt::TabFocus);
        tab->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
        if (dock == this) tab->setFont(boldUiFont());
        // A click must not uncheck the tab that stays in front.
        connect(tab, &QToolButton::clicked, this, [this, tab, dock] {
            tab->setChecked(dock == this);
            Q_EMIT tabChosen(dock);
        });
        m_tabs->addWidget(tab);
    }
}

void Dock::buildTitleBar() {
    m_titleBar->setFixedHeight(titleHeight);
    auto *row = new QHBoxLayout(m_titleBar);
    row->setContentsMargins(6, 0, 6, 1);
    row->setSpacing(6);
    m_tabs = new QHBoxLayout;
    m_tabs->setSpacing(0);
    m_controls = new QHBoxLayout;
    m_controls->setSpacing(6);
    m_menu = new QToolButton(m_titleBar);
    m_menu->setProperty("role", "flat");
    m_menu->setIcon(themedIcon(QStringLiteral("menu")));
    m_menu->setFocusPolicy(Qt::TabFocus);
    connect(m_menu, &QToolButton::clicked, this, &Dock::showMenu);
    row->addLayout(m_tabs);
    row->addStretch(1);
    row->addLayout(m_controls);
    row->addWidget(m_menu);
    setTitleBarWidget(m_titleBar);
}

void Dock::showMenu() {
    QMenu menu(this);
    menu.addAction(isFloating() ? tr("Put back into the window") : tr("Detach into a window of its own"), this,
                   [this] { setFloating(!isFloating()); });
    menu.addAction(tr("Maximize or restore"), this, &Dock::maximizeWanted);
    menu.addSeparator();
    menu.addAction(tr("Close"), this, &QWidget::close);
    menu.exec(QCursor::pos());
}

} // namespace jitscope
