// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/ribbon.h"

#include "app/models/graphtitle.h"
#include "app/models/operatorwords.h"
#include "app/sdk/document.h"
#include "app/sdk/paneldef.h"
#include "app/sdk/selection.h"
#include "app/sdk/theme.h"
#include "engine/analysis/threads/threadtimes.h"
#include "engine/base/text.h"
#include "engine/ir/nodename.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

namespace jitscope {
inline namespace shell {

namespace {

constexpr int ribbonHeight = 29;
constexpr int cellHeight = 22;
constexpr int cellPadding = 8;
constexpr int leastName = 12;          ///< of what may be cut, in a narrow window
constexpr qsizetype longestName = 200; ///< characters
constexpr int slack = 2;               ///< for what rounding takes of a text's width

QString text(const std::string &value) {
    return QString::fromStdString(value);
}

/** Only the name is cut where there is little room; a number without its last digits or its unit would be another one.
 */
struct RibbonText {
    QString before, name, after;
    QString whole() const { return before + name + after; }
    bool operator==(const RibbonText &) const = default;
};

RibbonText lineText(const Session &, const Anchor &anchor) {
    if (anchor.line <= 0) return {};
    return {{}, QFileInfo(text(anchor.file)).fileName(), QLatin1Char(':') + QString::number(anchor.line)};
}

RibbonText opText(const Session &session, const Anchor &anchor) {
    const auto op = session.op(anchor.op);
    return op ? RibbonText{QStringLiteral("#%1 ").arg(op->number), text(op->op), {}} : RibbonText();
}

const Compilation *compilationOf(const Session &session, const Anchor &anchor) {
    const bool known = anchor.compilation >= 0 && anchor.compilation < int(session.compilations.size());
    return known ? &session.compilations[size_t(anchor.compilation)] : nullptr;
}

RibbonText nodeText(const Session &session, const Anchor &anchor) {
    const Compilation *compilation = compilationOf(session, anchor);
    if (!compilation || !anchor.node.valid()) return {};
    const NodePtr node = findNode(moduleAt(*compilation, anchor.pass), anchor.node);
    if (!node) return {};
    return {{}, text(nodeTitle(*node)), {}};
}

/** The pass that made the final graph, as the pass list has it. */
QString finalStage(const Compilation &compilation) {
    const auto &passes = compilation.passes;
    const auto last = std::find_if(passes.rbegin(), passes.rend(), [](const PassRecord &pass) { return pass.changed; });
    if (last != passes.rend()) return text(last->name);
    return compilation.imported ? QCoreApplication::translate("Ribbon", "final graph")
                                : QCoreApplication::translate("Ribbon", "as captured");
}

QString passName(const Session &session, const Anchor &anchor) {
    const Compilation *compilation = compilationOf(session, anchor);
    if (!compilation) return {};
    if (anchor.pass == -2) return QCoreApplication::translate("Ribbon", "as captured");
    const bool isOfCompile = anchor.slice.valid() && !anchor.node.valid() && anchor.op < 0;
    if (anchor.pass < 0 && isOfCompile) return graphTitle(session, *compilation).brief; // its capture, its codegen, ...
    if (anchor.pass < 0) return finalStage(*compilation);
    const bool known = anchor.pass < int(compilation->passes.size());
    return known ? text(compilation->passes[size_t(anchor.pass)].name) : QString();
}

RibbonText passText(const Session &session, const Anchor &anchor) {
    return {{}, passName(session, anchor), {}};
}

RibbonText kernelText(const Session &, const Anchor &anchor) {
    return {{}, text(anchor.kernel), {}};
}

void lookAtKernel(Selection &selection, const Anchor &anchor) {
    selection.lookAtKernel(anchor.compilation, anchor.kernel);
}

RibbonText sliceText(const Session &session, const Anchor &anchor) {
    const Trace &trace = session.trace;
    if (!anchor.slice.valid() || anchor.slice.value >= trace.sliceCount()) return {};
    const Track &track = trace.tracks()[size_t(trace.trackOf(anchor.slice).value)];
    const int64_t ns = trace.durationOf(anchor.slice);
    const auto op = ns > 0 ? std::nullopt : session.op(anchor.op);
    return {{}, text(laneName(session, track)), QStringLiteral(" · ") + (op ? opTimeText(*op) : text(humanTime(ns)))};
}

/** One form of the selection: what it is called, where it is shown, how it is written. */
struct Form {
    const char *name; ///< translated in the context "Ribbon"
    const char *panel;
    QList<const char *> origins; ///< panels in which one selects this form
    RibbonText (*value)(const Session &, const Anchor &);
    void (*look)(Selection &, const Anchor &) = nullptr; ///< where showing the panel does not yet show the thing
};

const QList<Form> &forms() {
    static const QList<Form> all = {
        {QT_TRANSLATE_NOOP("Ribbon", "Line"), "editor", {"editor", "console", "callstack"}, lineText},
        {QT_TRANSLATE_NOOP("Ribbon", "Op"), "events", {"events", "values", "inspector", "timings"}, opText},
        {QT_TRANSLATE_NOOP("Ribbon", "Node"), "graph", {"graph"}, nodeText},
        {QT_TRANSLATE_NOOP("Ribbon", "Pass"), "passes", {"passes", "irdiff"}, passText},
        {QT_TRANSLATE_NOOP("Ribbon", "Kernel"), "kernel", {"kernel"}, kernelText, lookAtKernel},
        {QT_TRANSLATE_NOOP("Ribbon", "Slice"), "timeline", {"timeline"}, sliceText},
    };
    return all;
}

/** The id of the panel that `source` is or belongs to, or "". */
QString panelOf(QObject *source) {
    for (QObject *each = source; each; each = each->parent())
        if (qobject_cast<Panel *>(each)) return each->objectName();
    return {};
}

} // namespace

/** "Line attention.py:27": a quiet name, a plain value, a ground when it is where the selection was made. */
class RibbonCell : public QAbstractButton {
    Q_OBJECT
    Q_PROPERTY(QString shownText READ shownText)

public:
    RibbonCell(const QString &name, QWidget *parent)
        : QAbstractButton(parent)
        , m_name(name) {
        setFocusPolicy(Qt::TabFocus);
        setFixedHeight(cellHeight);
        setAttribute(Qt::WA_Hover);
        setValue({}, false);
    }
    void setValue(RibbonText value, bool isOrigin) {
        // A script or a file may give a thread a name of megabytes.
        if (value.name.size() > longestName) value.name = value.name.left(longestName) + ellipsis;
        const QString whole = value.whole();
        if (value == m_value && isOrigin == m_isOrigin && !accessibleName().isEmpty()) return;
        m_value = value;
        m_isOrigin = isOrigin;
        setEnabled(!whole.isEmpty());
        setCursor(whole.isEmpty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
        setAccessibleName(m_name + QLatin1Char(' ') + whole);
        setToolTip(whole.isEmpty() ? QString() : QString(m_name + QStringLiteral(": ") + whole));
        updateGeometry();
        QWidget::update();
    }
    /** What is painted at the present width. */
    QString shownText() const { return shownValue(valueRect().width()); }
    QSize sizeHint() const override {
        return {2 * cellPadding + gap + QFontMetrics(uiFont()).horizontalAdvance(m_name) +
                    QFontMetrics(boldUiFont()).horizontalAdvance(shownValue(QWIDGETSIZE_MAX)) + slack,
                cellHeight};
    }
    /** What is not cut, and the first letters of the rest. */
    QSize minimumSizeHint() const override {
        const int name = QFontMetrics(uiFont()).horizontalAdvance(m_name);
        const int fixed = QFontMetrics(boldUiFont()).horizontalAdvance(m_value.before + m_value.after) + slack;
        return {std::min(sizeHint().width(), 2 * cellPadding + gap + name + fixed + leastName), cellHeight};
    }

protected:
    void paintEvent(QPaintEvent *) override {
        const Theme &theme = currentTheme();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const bool hovered = underMouse() && isEnabled();
        if (m_isOrigin || hovered || hasFocus()) {
            painter.setPen(hasFocus() ? QPen(theme.accent) : QPen(Qt::NoPen));
            painter.setBrush(m_isOrigin ? theme.selection : theme.track);
            painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
        }
        painter.setFont(uiFont());
        painter.setPen(m_isOrigin ? theme.text2 : theme.text3);
        painter.drawText(rect().adjusted(cellPadding, 0, -cellPadding, 0), Qt::AlignVCenter, m_name);
        painter.setFont(m_isOrigin ? boldUiFont() : uiFont());
        painter.setPen(isEnabled() ? theme.text : theme.text3);
        painter.drawText(valueRect(), Qt::AlignVCenter, shownText());
    }

private:
    static constexpr int gap = 6;
    inline static const QString ellipsis = QStringLiteral("…");

    QRect valueRect() const {
        return rect().adjusted(cellPadding + QFontMetrics(uiFont()).horizontalAdvance(m_name) + gap, 0, -cellPadding,
                               0);
    }
    QString shownValue(int room) const {
        if (m_value == RibbonText()) return QStringLiteral("–");
        const QFontMetrics font(boldUiFont());
        if (font.horizontalAdvance(m_value.whole()) <= room) return m_value.whole();
        const int left = room - font.horizontalAdvance(m_value.before + m_value.after);
        if (left < font.horizontalAdvance(ellipsis))
            return room < font.horizontalAdvance(ellipsis) ? QString() : ellipsis;
        return m_value.before + font.elidedText(m_value.name, Qt::ElideRight, left) + m_value.after;
    }

    QString m_name;
    RibbonText m_value;
    bool m_isOrigin = false;
};

namespace {

class Separator : public QWidget {
public:
    explicit Separator(QWidget *parent)
        : QWidget(parent) {
        setFixedSize(12, cellHeight);
    }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.setPen(currentTheme().text3);
        painter.setFont(uiFont());
        painter.drawText(rect(), Qt::AlignCenter, QStringLiteral("›"));
    }
};

} // namespace

Ribbon::Ribbon(Document &document, Selection &selection, QWidget *parent)
    : QWidget(parent)
    , m_document(document) {
    setObjectName(QStringLiteral("ribbon"));
    setAccessibleName(tr("Where the selection comes from and what became of it"));
    setFixedHeight(ribbonHeight);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(metrics::grid, 0, metrics::grid, 1);
    row->setSpacing(0);
    for (const Form &form : forms()) {
        if (!m_cells.isEmpty()) row->addWidget(new Separator(this));
        auto *cell = new RibbonCell(QCoreApplication::translate("Ribbon", form.name), this);
        cell->setObjectName(QStringLiteral("ribbon-") + QString::fromLatin1(form.name).toLower());
        connect(cell, &QAbstractButton::clicked, this, [this, &selection, &form] {
            Q_EMIT panelWanted(QLatin1String(form.panel));
            const Anchor anchor = selection.current();
            if (form.look) form.look(selection, anchor);
        });
        row->addWidget(cell);
        m_cells.append(cell);
    }
    row->addStretch(1);
    connect(&selection, &Selection::changed, this, &Ribbon::update);
    update(selection.current(), nullptr);
}

QSize Ribbon::minimumSizeHint() const {
    return QWidget::minimumSizeHint().boundedTo({metrics::leastBar, ribbonHeight});
}

void Ribbon::paintEvent(QPaintEvent *) {
    const Theme &theme = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.line);
}

void Ribbon::update(const Anchor &anchor, QObject *source) {
    // Nobody in particular asked (go to, the way back): the operator is what such a selection is mostly about.
    QString origin = panelOf(source);
    if (origin.isEmpty()) origin = anchor.op >= 0 ? QStringLiteral("inspector") : QStringLiteral("graph");
    for (int i = 0; i < m_cells.size(); ++i) {
        const Form &form = forms()[i];
        const RibbonText value = form.value(m_document.session(), anchor);
        const bool isOrigin = !value.whole().isEmpty() &&
                              std::any_of(form.origins.begin(), form.origins.end(),
                                          [&origin](const char *panel) { return origin == QLatin1String(panel); });
        m_cells[i]->setValue(value, isOrigin);
    }
}

} // namespace shell
} // namespace jitscope

#include "ribbon.moc"

#include "moc_ribbon.cpp"
