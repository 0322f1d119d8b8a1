// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/passes/passlist.h"

#include "app/models/modeltext.h"
#include "app/sdk/plaintext.h"
#include "app/sdk/widgets/filteredit.h"
#include "engine/base/text.h"
#include "engine/ir/diff.h"

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

namespace {

QString countText(const PassCounts &counts) {
    QStringList parts;
    if (counts.removed) parts << QStringLiteral("−%1").arg(counts.removed);
    if (counts.changed) parts << QStringLiteral("~%1").arg(counts.changed);
    if (counts.added) parts << QStringLiteral("+%1").arg(counts.added);
    return parts.join(QLatin1Char(' '));
}

QString timeText(int64_t ns) {
    return ns < 0 ? QString() : QString::fromStdString(humanTime(ns));
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

/** Paints a row as in the mock-up: dot, name, coloured counts, time. */
class PassDelegate : public QStyledItemDelegate {
public:
    PassDelegate(const TableModel<PassRow> &model, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_model(model) {}

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const override {
        const bool isHeading = m_model.row(index.row()).kind == PassRow::Kind::Heading;
        return {120, isHeading ? 28 : metrics::rowHeight + 2};
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
    static void paintHeading(QPainter &painter, const QRect &rect, const PassRow &row) {
        painter.setFont(uiFont());
        painter.setPen(currentTheme().text3);
        painter.drawText(rect.adjusted(10, 4, -8, -2), Qt::AlignBottom | Qt::AlignLeft, row.name);
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

    /** The counts from the right, each in its colour; returns how wide they are. */
    static int paintCounts(QPainter &painter, const QRect &rect, const PassCounts &counts) {
        const Theme &theme = currentTheme();
        struct Part {
            QChar sign;
            int count;
            QColor colour;
        };
        int right = rect.right();
        for (const Part &part :
             {Part{QLatin1Char('+'), counts.added, theme.added}, Part{QLatin1Char('~'), counts.changed, theme.changed},
              Part{QChar(0x2212), counts.removed, theme.removed}}) {
            if (part.count == 0) continue;
            const QString text = part.sign + QString::number(part.count);
            const int width = painter.fontMetrics().horizontalAdvance(text);
            painter.setPen(part.colour);
            painter.drawText(QRect(right - width, rect.top(), width, rect.height()), Qt::AlignCenter, text);
            right -= width + 7;
        }
        return rect.right() - right;
    }

    static void paintPass(QPainter &painter, const QStyleOptionViewItem &option, const PassRow &row) {
        const Theme &theme = currentTheme();
        const QRect rect = option.rect;
        const bool isSelected = option.state & QStyle::State_Selected;
        if (isSelected) {
            painter.fillRect(rect, theme.selection);
            painter.fillRect(QRect(rect.left(), rect.top(), 2, rect.height()), theme.accent);
        } else if (option.state & QStyle::State_MouseOver) {
            painter.fillRect(rect, theme.raised);
        }
        paintDot(painter, QPointF(rect.left() + 15, rect.center().y() + 0.5), row);

        QFont numbers = codeFont();
        numbers.setPixelSize(11);
        painter.setFont(numbers);
        const int timeWidth = painter.fontMetrics().horizontalAdvance(QStringLiteral("999.9 µs"));
        const QRect timeRect(rect.right() - timeWidth - 9, rect.top(), timeWidth, rect.height());
        painter.setPen(isSelected ? theme.text2 : theme.text3);
        painter.drawText(timeRect, Qt::AlignVCenter | Qt::AlignRight, timeText(row.timeNs));
        const QRect countRect(rect.left(), rect.top(), timeRect.left() - rect.left() - 8, rect.height());
        const int countWidth = paintCounts(painter, countRect, row.counts);

        const QFont font = isSelected ? boldUiFont() : uiFont();
        painter.setFont(font);
        painter.setPen(row.isEffective || row.kind == PassRow::Kind::Stage ? theme.text : theme.text2);
        const QRect nameRect(rect.left() + 27, rect.top(), countRect.right() - countWidth - rect.left() - 30,
                             rect.height());
        painter.drawText(nameRect, Qt::AlignVCenter | Qt::AlignLeft,
                         QFontMetrics(font).elidedText(row.name, Qt::ElideMiddle, nameRect.width()));
    }

    const TableModel<PassRow> &m_model;
};

} // namespace

std::vector<PassCounts> countChanges(const std::vector<PassRecord> &passes) {
    std::vector<PassCounts> counts;
    for (const PassRecord &pass : passes) {
        if (!pass.changed) {
            counts.push_back({});
            continue;
        }
        const ModuleDiff diff = diffModules(pass.before, pass.after);
        counts.push_back({diff.added, diff.removed, diff.changed});
    }
    return counts;
}

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
        rows.push_back(stage(mode + QStringLiteral(" · ") + QString::fromStdString(compilation.function), -2,
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
        row.timeNs = pass.timeNs;
        const auto &count = size_t(pass.index) < counts.size() ? counts[size_t(pass.index)] : PassCounts{};
        row.counts = count;
        row.toolTip =
            QStringLiteral("%1\n%2\n%3")
                .arg(name, brokenLines(QString::fromStdString(pass.summary)),
                     QCoreApplication::translate("Passes", "%1 → %2 nodes").arg(pass.nodesBefore).arg(pass.nodesAfter));
        rows.push_back(row);
    }
    const int64_t codegen = stageTime(compilation, "codegen");
    if (filter.isEmpty() && codegen >= 0 && !compilation.kernels.empty()) {
        rows.push_back(heading(QStringLiteral("LLVM")));
        const QString kernels =
            compilation.kernels.size() == 1
                ? QCoreApplication::translate("Passes", "codegen · 1 kernel")
                : QCoreApplication::translate("Passes", "codegen · %1 kernels").arg(compilation.kernels.size());
        rows.push_back(stage(kernels, -1, codegen, QCoreApplication::translate("Passes", "The final graph")));
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
    m_view->setItemDelegate(new PassDelegate(m_model, m_view));
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
    footer->addWidget(m_nodes);
    footer->addStretch(1);
    footer->addWidget(m_time);
    column->addLayout(footer);
    auto *sliderRow = new QHBoxLayout;
    sliderRow->setContentsMargins(10, 0, 10, 0);
    sliderRow->addWidget(m_slider);
    column->addLayout(sliderRow);
    auto *summaryRow = new QHBoxLayout;
    summaryRow->setContentsMargins(10, 2, 10, 0);
    summaryRow->addWidget(m_summary);
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

void PassList::setCompilations(const std::vector<Compilation> &all, int current) {
    m_functions->clear();
    for (const Compilation &compilation : all) {
        const QString key = QString::fromStdString(compilation.key);
        const QString name = QString::fromStdString(compilation.function);
        m_functions->addItem(key.isEmpty() ? name : QString(name + QStringLiteral("   ") + key));
        m_functions->setItemData(m_functions->count() - 1, QString::fromStdString(compilation.reason), Qt::ToolTipRole);
    }
    m_functions->setCurrentIndex(current);
    m_functions->setVisible(all.size() > 1);
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

void PassList::updateFooter() {
    const auto &passes = m_compilation.passes;
    int64_t total = 0;
    for (const PassRecord &pass : passes)
        total += pass.timeNs;
    const int first = passes.empty() ? callCount(m_compilation.captured) : passes.front().nodesBefore;
    const int last = passes.empty() ? first : passes.back().nodesAfter;
    m_nodes->setText(tr("%1 → %2 nodes").arg(first).arg(last));
    m_time->setText(timeText(total));
    m_summary->setText(tr("%1 of %2 passes effective").arg(m_effective.size()).arg(passes.size()));
    const QSignalBlocker quiet(m_slider);
    m_slider->setEnabled(m_effective.size() > 1);
    m_slider->setRange(0, std::max(0, int(m_effective.size()) - 1));
    const auto at = std::upper_bound(m_effective.begin(), m_effective.end(), m_pass);
    const bool isFinal = m_pass == -1;
    m_slider->setValue(isFinal ? m_slider->maximum() : std::max(0, int(at - m_effective.begin()) - 1));
}

int PassList::effectivePass(int step) const {
    if (step > 0) {
        const auto next = std::upper_bound(m_effective.begin(), m_effective.end(), m_pass);
        return m_pass == -1 || next == m_effective.end() ? m_pass : *next;
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

} // namespace jitscope
