// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/passes/passlist.h"

#include "app/models/graphtitle.h"
#include "app/models/kernelwords.h"
#include "app/models/modeltext.h"
#include "app/models/nodecountwords.h"
#include "app/sdk/plaintext.h"
#include "app/sdk/widgets/filteredit.h"
#include "engine/base/text.h"
#include "engine/ir/diff.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QSlider>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace jitscope {
inline namespace passespanel {

namespace {

QString mergedText(int constants) {
    return QCoreApplication::translate("Passes", "%1 merged").arg(constants);
}

QString countText(const PassCounts &counts) {
    QStringList parts;
    if (counts.removed) parts << QStringLiteral("−%1").arg(counts.removed);
    if (counts.changed) parts << QStringLiteral("~%1").arg(counts.changed);
    if (counts.added) parts << QStringLiteral("+%1").arg(counts.added);
    if (counts.merged) parts << mergedText(counts.merged);
    return parts.join(QLatin1Char(' '));
}

QString timeText(int64_t ns) {
    return durationText(ns, QString());
}

std::vector<TableColumn<PassRow>> passColumns() {
    using Column = TableColumn<PassRow>;
    return {Column{.title = QCoreApplication::translate("Passes", "Pass"),
                   .text = [](const PassRow &row) { return row.name; },
                   .toolTip = [](const PassRow &row) { return row.toolTip; }},
            Column{.title = QCoreApplication::translate("Passes", "Changes"),
                   .text = [](const PassRow &row) { return countText(row.counts); }},
            Column{.title = QCoreApplication::translate("Passes", "Time"),
                   .text = [](const PassRow &row) { return timeText(row.timeNs); }}};
}

QString headingOf(PassPhase phase) {
    switch (phase) {
    case PassPhase::FrontEnd:
        return QCoreApplication::translate("Passes", "front end");
    case PassPhase::HardwareOptimization:
        return QCoreApplication::translate("Passes", "hwopt");
    case PassPhase::GraphKernel:
        return QCoreApplication::translate("Passes", "graph kernels");
    }
    return {};
}

/** "front end · opt_a, cycle 2": what stands over the passes of one cycle of one stage. */
QString headingOf(const PassRecord &pass) {
    const QString phase = headingOf(pass.phase);
    if (pass.stage.empty() || pass.stage == pass.name) return phase;
    const QString stage = QString::fromStdString(pass.stage);
    if (pass.cycle == 0) return phase + QStringLiteral(" · ") + stage;
    return phase + QStringLiteral(" · ") +
           QCoreApplication::translate("Passes", "%1, cycle %2").arg(stage).arg(pass.cycle);
}

PassRow heading(const QString &name) {
    PassRow row;
    row.name = name;
    return row;
}

int64_t stageTime(const Compilation &compilation, std::string_view name) {
    int64_t total = -1;
    for (const StageTime &stage : compilation.stages)
        if (stage.name == name) total = std::max<int64_t>(total, 0) + stage.durationNs;
    return total;
}

/** What of a count is painted: its sign, its number, its colour. */
struct CountPart {
    QString text;
    QColor colour;
};

QList<CountPart> countParts(const PassCounts &counts) {
    const Theme &theme = currentTheme();
    QList<CountPart> parts;
    const auto add = [&](QChar sign, int count, const QColor &colour) {
        if (count > 0) parts.append({sign + QString::number(count), colour});
    };
    add(QChar(0x2212), counts.removed, theme.removed);
    add(QLatin1Char('~'), counts.changed, theme.changed);
    add(QLatin1Char('+'), counts.added, theme.added);
    if (counts.merged > 0) parts.append({mergedText(counts.merged), theme.changed});
    return parts;
}

QFont numberFont() {
    QFont font = codeFont();
    font.setPixelSize(11);
    return font;
}

constexpr int nameLeft = 27, gap = 8, countGap = 7, rightMargin = 9;

} // namespace

/** Paints a row as in the mock-up: dot, name, coloured counts, time. Where a name has no room beside its numbers, these
    stand on a line of their own below it: nothing is cut. */
class PassDelegate : public QStyledItemDelegate {
public:
    PassDelegate(const TableModel<PassRow> &model, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_model(model) {}

    /** Makes the column of times as wide as the longest needs. */
    void measure(int width) {
        m_width = width;
        m_timeWidth = 0;
        for (const PassRow &row : m_model.rows())
            m_timeWidth = std::max(m_timeWidth, QFontMetrics(numberFont()).horizontalAdvance(timeText(row.timeNs)));
    }
    int timeWidth() const { return m_timeWidth; }

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const override {
        const PassRow &row = m_model.row(index.row());
        if (row.kind == PassRow::Kind::Heading) return {120, 28};
        return {120, metrics::rowHeight + 2 + (isTwoLine(row) ? metrics::rowHeight - 8 : 0)};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override {
        const PassRow &row = m_model.row(index.row());
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (row.kind == PassRow::Kind::Heading)
            paintHeading(*painter, option.rect, row);
        else
            paintPass(*painter, option, row);
        painter->restore();
    }

private:
    bool isTwoLine(const PassRow &row) const {
        const int counts = widthOf(row.counts, QFontMetrics(numberFont()));
        if (row.timeNs < 0 && counts == 0) return false;
        const int name = QFontMetrics(boldUiFont()).horizontalAdvance(row.name);
        return nameLeft + name + gap + counts + gap + m_timeWidth + rightMargin > m_width;
    }

    static int widthOf(const PassCounts &counts, const QFontMetrics &numbers) {
        int width = 0;
        for (const CountPart &part : countParts(counts))
            width += numbers.horizontalAdvance(part.text) + countGap;
        return width;
    }

    static void paintHeading(QPainter &painter, const QRect &rect, const PassRow &row) {
        painter.setFont(uiFont());
        painter.setPen(currentTheme().text3);
        painter.drawText(rect.adjusted(10, 4, -8, -2), Qt::AlignBottom | Qt::AlignLeft,
                         QFontMetrics(uiFont()).elidedText(row.name, Qt::ElideRight, rect.width() - 18));
    }

    static void paintDot(QPainter &painter, const QPointF &centre, const PassRow &row) {
        const Theme &theme = currentTheme();
        const QColor colour = row.kind == PassRow::Kind::Stage ? theme.text3 : theme.added;
        if (row.kind == PassRow::Kind::Pass && !row.isEffective) {
            painter.setPen(QPen(theme.text3, 1.2));
            painter.setBrush(Qt::NoBrush);
        } else {
            painter.setPen(Qt::NoPen);
            painter.setBrush(colour);
        }
        painter.drawEllipse(centre, 3.5, 3.5);
    }

    /** The counts, each in its colour, up to the right edge of `rect`; returns how wide they are. */
    static int paintCounts(QPainter &painter, const QRect &rect, const PassCounts &counts) {
        const QList<CountPart> parts = countParts(counts);
        int right = rect.right();
        for (auto part = parts.crbegin(); part != parts.crend(); ++part) {
            const int width = painter.fontMetrics().horizontalAdvance(part->text);
            painter.setPen(part->colour);
            painter.drawText(QRect(right - width, rect.top(), width, rect.height()), Qt::AlignCenter, part->text);
            right -= width + countGap;
        }
        return rect.right() - right;
    }

    void paintPass(QPainter &painter, const QStyleOptionViewItem &option, const PassRow &row) const {
        const Theme &theme = currentTheme();
        const QRect rect = option.rect;
        const bool isSelected = option.state & QStyle::State_Selected;
        if (isSelected) {
            painter.fillRect(rect, theme.selection);
            painter.fillRect(QRect(rect.left(), rect.top(), 2, rect.height()), theme.accent);
        } else if (option.state & QStyle::State_MouseOver) {
            painter.fillRect(rect, theme.raised);
        }
        const bool isSplit = isTwoLine(row);
        QRect nameRow = rect, numberRow = rect;
        if (isSplit) {
            nameRow.setHeight(metrics::rowHeight);
            numberRow.setTop(rect.top() + metrics::rowHeight - 6);
        }
        paintDot(painter, QPointF(rect.left() + 15, nameRow.center().y() + 0.5), row);

        painter.setFont(numberFont());
        const QRect timeRect(rect.right() - m_timeWidth - rightMargin, numberRow.top(), m_timeWidth,
                             numberRow.height());
        painter.setPen(isSelected ? theme.text2 : theme.text3);
        painter.drawText(timeRect, Qt::AlignVCenter | Qt::AlignRight, timeText(row.timeNs));
        const QRect countRect(rect.left(), numberRow.top(), timeRect.left() - rect.left() - gap, numberRow.height());
        const int countWidth = paintCounts(painter, countRect, row.counts);

        const QFont font = isSelected ? boldUiFont() : uiFont();
        painter.setFont(font);
        painter.setPen(row.isEffective || row.kind == PassRow::Kind::Stage ? theme.text : theme.text2);
        const int right = isSplit ? rect.right() - rightMargin : countRect.right() - countWidth - 3;
        const QRect nameRect(rect.left() + nameLeft, nameRow.top(), right - rect.left() - nameLeft, nameRow.height());
        painter.drawText(nameRect, Qt::AlignVCenter | Qt::AlignLeft,
                         QFontMetrics(font).elidedText(row.name, Qt::ElideMiddle, nameRect.width()));
    }

    const TableModel<PassRow> &m_model;
    int m_timeWidth = 0, m_width = 0;
};

QString passSummary(const PassRecord &pass) {
    return QCoreApplication::translate("PassSummaries", pass.summary.c_str());
}

std::vector<PassCounts> countChanges(const std::vector<PassRecord> &passes) {
    std::vector<PassCounts> counts;
    for (const PassRecord &pass : passes) {
        if (!pass.changed) {
            counts.push_back({});
            continue;
        }
        const ModuleDiff diff = diffModules(pass.before, pass.after);
        counts.push_back(
            {diff.added, diff.removed, diff.changed, diff.merged, countNodes(pass.before), countNodes(pass.after)});
    }
    return counts;
}

namespace {

QString toolTipOf(const PassRecord &pass, const PassCounts &counts) {
    const QString text = QString::fromStdString(fullName(pass)) + QLatin1Char('\n') + brokenLines(passSummary(pass));
    if (!pass.changed || counts.before.total() == 0) return text;
    const auto listed = [](const NodeCounts &each) { return nodeCountList(each).join(QStringLiteral(", ")); };
    const QString merged =
        counts.merged == 0
            ? QString()
            : QLatin1Char('\n') +
                  QCoreApplication::translate("Passes", "Equal constants of which one is left: %1").arg(counts.merged);
    return text + QLatin1Char('\n') +
           QCoreApplication::translate("Passes", "Before: %1\nAfter: %2")
               .arg(listed(counts.before), listed(counts.after)) +
           merged;
}

} // namespace

std::vector<PassRow> passRows(const Compilation &compilation, const std::vector<PassCounts> &counts,
                              const QString &filter, PassFilter which) {
    const auto stage = [](const QString &name, int pass, int64_t timeNs, const QString &toolTip) {
        PassRow row;
        row.kind = PassRow::Kind::Stage;
        row.name = name;
        row.pass = pass;
        row.timeNs = timeNs;
        row.toolTip = toolTip;
        return row;
    };
    std::vector<PassRow> rows;
    if (filter.isEmpty() && !compilation.captured.graphs.empty()) {
        const QString mode = compilation.imported ? QCoreApplication::translate("Passes", "first dump")
                                                  : QString::fromStdString(compilation.captureMode);
        rows.push_back(heading(QCoreApplication::translate("Passes", "capture")));
        rows.push_back(stage(mode + QStringLiteral(" · ") + QString::fromStdString(compilation.function), capturedStage,
                             stageTime(compilation, "capture"),
                             QCoreApplication::translate("Passes", "The graph as it was captured")));
    }
    QString last;
    for (const PassRecord &pass : compilation.passes) {
        if (which == PassFilter::Effective && !pass.changed) continue;
        const QString name = QString::fromStdString(pass.name);
        if (!name.contains(filter, Qt::CaseInsensitive)) continue;
        const QString section = headingOf(pass);
        if (section != last) rows.push_back(heading(section));
        last = section;
        PassRow row;
        row.kind = PassRow::Kind::Pass;
        row.name = name;
        row.pass = pass.index;
        row.isEffective = pass.changed;
        row.timeNs = compilation.imported ? -1 : pass.timeNs; // a dump does not tell
        const auto &count = size_t(pass.index) < counts.size() ? counts[size_t(pass.index)] : PassCounts{};
        row.counts = count;
        row.toolTip = toolTipOf(pass, count);
        rows.push_back(row);
    }
    const int64_t codegen = stageTime(compilation, "codegen");
    if (filter.isEmpty() && codegen >= 0 && !compilation.kernels.empty()) {
        rows.push_back(heading(QStringLiteral("LLVM")));
        rows.push_back(
            stage(QCoreApplication::translate("Passes", "codegen · %1").arg(kernelCountText(compilation.kernels)),
                  kernelStage, codegen, QCoreApplication::translate("Passes", "The compiled kernels")));
    }
    return rows;
}

PassList::PassList(QWidget *parent)
    : QWidget(parent)
    , m_functions(new QComboBox(this))
    , m_filter(new FilterEdit(tr("filter"), this))
    , m_effectiveOnly(new QToolButton(this))
    , m_view(new QListView(this))
    , m_model(passColumns())
    , m_delegate(new PassDelegate(m_model, m_view))
    , m_nodes(new QLabel(this))
    , m_time(new QLabel(this))
    , m_summary(new QLabel(this))
    , m_slider(new QSlider(Qt::Horizontal, this)) {
    m_functions->setObjectName(QStringLiteral("passFunctions"));
    m_functions->setAccessibleName(tr("Compiled function"));
    m_functions->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_filter->setObjectName(QStringLiteral("passFilter"));
    m_effectiveOnly->setObjectName(QStringLiteral("passEffective"));
    m_effectiveOnly->setProperty("role", "flat");
    m_effectiveOnly->setCheckable(true);
    m_effectiveOnly->setChecked(true); // of some fifty passes a handful changes a graph
    m_effectiveOnly->setText(tr("effective"));
    m_effectiveOnly->setToolTip(tr("Only passes that changed something"));
    m_effectiveOnly->setFixedHeight(26);
    m_view->setObjectName(QStringLiteral("passList"));
    m_view->setAccessibleName(tr("Passes"));
    m_view->setModel(&m_model);
    m_view->setItemDelegate(m_delegate);
    m_view->setResizeMode(QListView::Adjust);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setMouseTracking(true);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->installEventFilter(this);
    m_slider->setObjectName(QStringLiteral("passSlider"));
    m_slider->setAccessibleName(tr("Effective pass"));
    m_slider->setPageStep(1);
    m_time->setFont(codeFont());
    m_time->setProperty("role", "secondary");
    m_nodes->setProperty("role", "secondary");
    m_nodes->setObjectName(QStringLiteral("passNodes"));
    m_nodes->setWordWrap(true);
    m_summary->setProperty("role", "hint");

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(0);
    auto *top = new QHBoxLayout;
    top->setContentsMargins(8, 8, 8, 4);
    top->setSpacing(6);
    top->addWidget(m_filter, 1);
    top->addWidget(m_effectiveOnly);
    auto *functions = new QHBoxLayout;
    functions->setContentsMargins(8, 8, 8, 0);
    functions->addWidget(m_functions, 1);
    column->addLayout(functions);
    column->addLayout(top);
    column->addWidget(m_view, 1);
    auto *footer = new QHBoxLayout;
    footer->setContentsMargins(10, 6, 10, 2);
    footer->addWidget(m_nodes, 1);
    column->addLayout(footer);
    auto *sliderRow = new QHBoxLayout;
    sliderRow->setContentsMargins(10, 0, 10, 0);
    sliderRow->addWidget(m_slider);
    column->addLayout(sliderRow);
    auto *summaryRow = new QHBoxLayout;
    summaryRow->setContentsMargins(10, 2, 10, 0);
    summaryRow->addWidget(m_summary, 1);
    summaryRow->addWidget(m_time);
    column->addLayout(summaryRow);

    connect(m_filter, &QLineEdit::textChanged, this, &PassList::refill);
    connect(m_effectiveOnly, &QToolButton::toggled, this, &PassList::refill);
    connect(m_functions, &QComboBox::activated, this, &PassList::compilationChosen);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex &now) { chooseRow(now.row()); });
    connect(m_slider, &QSlider::valueChanged, this, [this](int at) {
        if (size_t(at) < m_effective.size() && m_effective[size_t(at)] != m_pass)
            Q_EMIT passChosen(m_effective[size_t(at)]);
    });
}

void PassList::setCompilations(const Session &session, int current) {
    std::vector<int> graphs;
    for (const Compilation &compilation : session.compilations)
        graphs.push_back(compilation.index);
    fillGraphChoices(*m_functions, session, graphs);
    m_functions->setCurrentIndex(current);
    m_functions->setToolTip(m_functions->itemData(current, Qt::ToolTipRole).toString());
}

void PassList::setCompilation(const Compilation &compilation, std::vector<PassCounts> counts) {
    m_compilation = compilation;
    m_counts = std::move(counts);
    m_effective.clear();
    for (const PassRecord &pass : m_compilation.passes)
        if (pass.changed) m_effective.push_back(pass.index);
    refill();
}

void PassList::refill() {
    const auto which = m_effectiveOnly->isChecked() ? PassFilter::Effective : PassFilter::All;
    const QSignalBlocker quiet(m_view->selectionModel());
    m_model.setRows(passRows(m_compilation, m_counts, m_filter->text().trimmed(), which));
    measureColumns();
    setCurrentPass(m_pass);
}

void PassList::setCurrentPass(int pass) {
    m_pass = pass;
    const auto &rows = m_model.rows();
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const PassRow &row) {
        return row.kind != PassRow::Kind::Heading && row.pass == pass;
    });
    const QSignalBlocker quiet(m_view->selectionModel());
    if (found != rows.end())
        m_view->setCurrentIndex(m_model.index(int(found - rows.begin()), 0));
    else
        m_view->selectionModel()->clear();
    m_view->viewport()->update();
    updateFooter();
}

void PassList::measureColumns() {
    m_delegate->measure(m_view->viewport()->width());
    m_view->doItemsLayout();
}

void PassList::resizeEvent(QResizeEvent *event) {
    QWidget::resizeEvent(event);
    measureColumns();
}

int PassList::timeWidth() const {
    return m_delegate->timeWidth();
}

const PassRow *PassList::rowAt(const QModelIndex &index) const {
    if (!index.isValid()) return nullptr;
    const PassRow &row = m_model.row(index.row());
    return row.kind == PassRow::Kind::Heading ? nullptr : &row;
}

void PassList::updateFooter() {
    const auto &passes = m_compilation.passes;
    int64_t total = 0;
    for (const PassRecord &pass : passes)
        total += pass.timeNs;
    const NodeCounts first = countNodes(m_compilation.captured);
    const NodeCounts last = countNodes(passes.empty() ? m_compilation.captured : passes.back().after);
    m_nodes->setText(nodeCountText(first) + QStringLiteral(" → ") + nodeCountText(last));
    m_nodes->setToolTip(tr("Captured:") + QLatin1Char('\n') + nodeCountList(first).join(QLatin1Char('\n')) +
                        QStringLiteral("\n\n") + tr("After the last pass:") + QLatin1Char('\n') +
                        nodeCountList(last).join(QLatin1Char('\n')));
    m_time->setText(durationText(total, QString()));
    m_summary->setText(tr("%1 of %2 passes effective").arg(m_effective.size()).arg(passes.size()));
    const QSignalBlocker quiet(m_slider);
    m_slider->setEnabled(m_effective.size() > 1);
    m_slider->setRange(0, std::max(0, int(m_effective.size()) - 1));
    const auto at = std::upper_bound(m_effective.begin(), m_effective.end(), m_pass);
    const bool isFinal = m_pass == kernelStage;
    m_slider->setValue(isFinal ? m_slider->maximum() : std::max(0, int(at - m_effective.begin()) - 1));
}

int PassList::effectivePass(int step) const {
    if (step > 0) {
        const auto next = std::upper_bound(m_effective.begin(), m_effective.end(), m_pass);
        return m_pass == kernelStage || next == m_effective.end() ? m_pass : *next;
    }
    if (m_pass == -2) return m_pass;
    const auto own =
        m_pass == -1 ? m_effective.end() : std::lower_bound(m_effective.begin(), m_effective.end(), m_pass);
    return own == m_effective.begin() ? -2 : *std::prev(own);
}

void PassList::chooseRow(int row) {
    if (row < 0 || row >= int(m_model.rows().size())) return;
    const PassRow &chosen = m_model.row(row);
    if (chosen.kind != PassRow::Kind::Heading && chosen.pass != m_pass) Q_EMIT passChosen(chosen.pass);
}

bool PassList::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        const int step = key == Qt::Key_BracketLeft ? -1 : key == Qt::Key_BracketRight ? 1 : 0;
        if (step != 0) {
            const int pass = effectivePass(step);
            if (pass != m_pass) Q_EMIT passChosen(pass);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

QString PassList::asText() const {
    return modelText(m_model, TextFormat::Aligned);
}

} // namespace passespanel
} // namespace jitscope
