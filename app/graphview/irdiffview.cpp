// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/graphview/irdiffview.h"

#include "app/graphview/irtextpane.h"

#include <QHBoxLayout>
#include <QScrollBar>
#include <QSplitter>
#include <algorithm>
#include <unordered_map>

namespace jitscope {
inline namespace graphview {

namespace {

std::vector<std::string> textsOf(const std::vector<PrintedLine> &lines) {
    std::vector<std::string> texts;
    for (const PrintedLine &line : lines)
        texts.push_back(line.text);
    return texts;
}

IrRow rowOf(const PrintedLine &line, LineChange change) {
    IrRow row;
    row.text = QString::fromStdString(line.text);
    row.change = change;
    row.node = line.node;
    return row;
}

IrRow emptyRow() {
    IrRow row;
    row.isEmpty = true;
    return row;
}

/** Marks what lies between the common beginning and the common end of two lines. */
void markDifference(IrRow &a, IrRow &b) {
    const qsizetype shorter = std::min(a.text.size(), b.text.size());
    qsizetype begin = 0, end = 0;
    while (begin < shorter && a.text[begin] == b.text[begin])
        ++begin;
    while (end < shorter - begin && a.text[a.text.size() - 1 - end] == b.text[b.text.size() - 1 - end])
        ++end;
    for (IrRow *row : {&a, &b}) {
        row->changedFrom = int(begin);
        row->changedLength = int(row->text.size() - end - begin);
    }
}

QString marked(const IrRow &row) {
    static constexpr const char *markers[] = {"  ", "+ ", "- ", "~ "};
    return QLatin1String(markers[size_t(row.change)]) + row.text;
}

/**
 * Pairs the lines of one changed run by their nodes: the differ pairs them in their order, but a line of a node belongs
 * opposite of the other line of that node. Lines without partners fill the rows between, one side against the other.
 */
std::vector<DiffRow> pairedByNode(const std::vector<DiffRow> &run, const IrDiff &diff) {
    std::vector<int> left, right;
    for (const DiffRow &row : run) {
        if (row.left >= 0) left.push_back(row.left);
        if (row.right >= 0) right.push_back(row.right);
    }
    std::vector<DiffRow> rows;
    size_t atLeft = 0, atRight = 0;
    const auto fillUpTo = [&](size_t endLeft, size_t endRight) {
        while (atLeft < endLeft || atRight < endRight) {
            DiffRow row;
            row.left = atLeft < endLeft ? left[atLeft++] : -1;
            row.right = atRight < endRight ? right[atRight++] : -1;
            row.change = row.left < 0 ? LineChange::Added : row.right < 0 ? LineChange::Removed : LineChange::Modified;
            rows.push_back(row);
        }
    };
    std::unordered_map<int64_t, size_t> ofNode; // the first line of each node on the right
    for (size_t i = right.size(); i-- > 0;)
        if (diff.right[size_t(right[i])].node.valid()) ofNode[diff.right[size_t(right[i])].node.value] = i;
    for (size_t i = 0; i < left.size(); ++i) {
        const NodeId node = diff.left[size_t(left[i])].node;
        const auto found = node.valid() ? ofNode.find(node.value) : ofNode.end();
        if (i < atLeft || found == ofNode.end() || found->second < atRight) continue;
        fillUpTo(i, found->second);
        fillUpTo(i + 1, found->second + 1);
    }
    fillUpTo(left.size(), right.size());
    return rows;
}

std::vector<DiffRow> pairedByNode(const IrDiff &diff) {
    std::vector<DiffRow> rows, run;
    const auto flush = [&] {
        const auto paired = pairedByNode(run, diff);
        rows.insert(rows.end(), paired.begin(), paired.end());
        run.clear();
    };
    for (const DiffRow &row : diff.rows) {
        if (row.change != LineChange::Same) {
            run.push_back(row);
            continue;
        }
        flush();
        rows.push_back(row);
    }
    flush();
    return rows;
}

} // namespace

IrDiff irDiff(const Module &left, const Module &right, PrintOptions::Detail detail) {
    PrintOptions options;
    options.detail = detail;
    options.canonicalNames = true;
    IrDiff diff;
    diff.left = printLines(left, options);
    diff.right = same(left, right) ? diff.left : printLines(right, options);
    diff.rows = diffLines(textsOf(diff.left), textsOf(diff.right));
    diff.rows = pairedByNode(diff);
    return diff;
}

QString patchText(const IrDiff &diff, const QString &leftName, const QString &rightName) {
    return QString::fromStdString(
        unifiedDiff(textsOf(diff.left), textsOf(diff.right), leftName.toStdString(), rightName.toStdString()));
}

IrDiffView::IrDiffView(QWidget *parent)
    : QWidget(parent)
    , m_splitter(new QSplitter(Qt::Horizontal, this))
    , m_left(new IrTextPane)
    , m_right(new IrTextPane) {
    m_left->setObjectName(QStringLiteral("irLeft"));
    m_right->setObjectName(QStringLiteral("irRight"));
    m_left->setAccessibleName(tr("IR before"));
    m_right->setAccessibleName(tr("IR after"));
    m_splitter->addWidget(m_left);
    m_splitter->addWidget(m_right);
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_splitter);
    link(m_left, m_right);
    link(m_right, m_left);
}

void IrDiffView::link(IrTextPane *pane, IrTextPane *other) {
    for (const auto bar : {&QAbstractScrollArea::verticalScrollBar, &QAbstractScrollArea::horizontalScrollBar})
        connect((pane->*bar)(), &QScrollBar::valueChanged, (other->*bar)(), &QScrollBar::setValue);
    connect(pane, &IrTextPane::rowChosen, this, [this, pane](int row) { choose(pane, row); });
}

void IrDiffView::setDiff(IrDiff diff) {
    m_diff = std::move(diff);
    rebuild();
}

void IrDiffView::setMode(Mode mode) {
    if (mode == m_mode) return;
    m_mode = mode;
    rebuild();
}

void IrDiffView::rebuild() {
    m_right->setVisible(m_mode == Mode::SideBySide);
    if (m_mode == Mode::SideBySide)
        showSideBySide();
    else
        showUnified();
    findChanges();
    m_change = -1;
    Q_EMIT placeChanged(changeCountText());
    if (!m_changes.empty()) m_left->scrollToRow(m_changes.front(), IrTextPane::Scroll::IfHidden);
}

bool IrDiffView::isReplacement(const DiffRow &row) const {
    return row.change == LineChange::Modified &&
           m_diff.left[size_t(row.left)].node != m_diff.right[size_t(row.right)].node;
}

QString IrDiffView::changeCountText() const {
    if (m_changes.empty()) return tr("no difference");
    return m_changes.size() == 1 ? tr("1 change") : tr("%1 changes").arg(m_changes.size());
}

void IrDiffView::showSideBySide() {
    std::vector<IrRow> left, right;
    for (const DiffRow &row : m_diff.rows) {
        const bool isOther = isReplacement(row);
        const LineChange leftChange = isOther ? LineChange::Removed : row.change;
        const LineChange rightChange = isOther ? LineChange::Added : row.change;
        left.push_back(row.left < 0 ? emptyRow() : rowOf(m_diff.left[size_t(row.left)], leftChange));
        right.push_back(row.right < 0 ? emptyRow() : rowOf(m_diff.right[size_t(row.right)], rightChange));
        if (row.change == LineChange::Modified && !isOther) markDifference(left.back(), right.back());
    }
    m_unifiedSide.clear();
    m_left->setRows(std::move(left));
    m_right->setRows(std::move(right));
}

void IrDiffView::showUnified() {
    std::vector<IrRow> rows;
    m_unifiedSide.clear();
    std::vector<IrRow> added; // those of a run come after what they replace
    const auto flush = [&] {
        for (IrRow &row : added) {
            rows.push_back(std::move(row));
            m_unifiedSide.push_back(Side::Right);
        }
        added.clear();
    };
    for (const DiffRow &row : m_diff.rows) {
        if (row.change == LineChange::Same) {
            flush();
            rows.push_back(rowOf(m_diff.right[size_t(row.right)], LineChange::Same));
            m_unifiedSide.push_back(Side::Right);
            continue;
        }
        if (row.right >= 0) added.push_back(rowOf(m_diff.right[size_t(row.right)], LineChange::Added));
        if (row.left < 0) continue;
        rows.push_back(rowOf(m_diff.left[size_t(row.left)], LineChange::Removed));
        m_unifiedSide.push_back(Side::Left);
        if (row.change == LineChange::Modified && !isReplacement(row)) markDifference(rows.back(), added.back());
    }
    flush();
    m_left->setRows(std::move(rows));
    m_right->setRows({});
}

void IrDiffView::findChanges() {
    m_changes.clear();
    const auto isChanged = [](const IrRow &row) { return row.isEmpty || row.change != LineChange::Same; };
    const auto &rows = m_left->rows();
    for (size_t i = 0; i < rows.size(); ++i)
        if (isChanged(rows[i]) && (i == 0 || !isChanged(rows[i - 1]))) m_changes.push_back(int(i));
}

void IrDiffView::goToChange(int step) {
    const int count = changeCount();
    if (count == 0) return;
    m_change = m_change < 0 ? (step > 0 ? 0 : count - 1) : (m_change + step + count) % count;
    const int row = m_changes[size_t(m_change)];
    m_left->scrollToRow(row, IrTextPane::Scroll::Centre);
    Q_EMIT placeChanged(tr("change %1 of %2").arg(m_change + 1).arg(count));
    for (IrTextPane *pane : {m_left, m_right}) {
        if (size_t(row) >= pane->rows().size() || !pane->rows()[size_t(row)].node.valid()) continue;
        choose(pane, row);
        return;
    }
}

void IrDiffView::choose(IrTextPane *pane, int row) {
    if (row < 0 || size_t(row) >= pane->rows().size()) return;
    const NodeId node = pane->rows()[size_t(row)].node;
    if (!node.valid()) return;
    const bool isRight = m_mode == Mode::Unified ? m_unifiedSide[size_t(row)] == Side::Right : pane == m_right;
    Q_EMIT nodeChosen(node, isRight ? Side::Right : Side::Left);
}

void IrDiffView::setSelectedNodes(const std::vector<NodeId> &left, const std::vector<NodeId> &right) {
    std::vector<NodeId> both = left;
    both.insert(both.end(), right.begin(), right.end());
    m_left->setSelectedNodes(m_mode == Mode::Unified ? both : left);
    m_right->setSelectedNodes(right);
    for (const auto &[pane, nodes] : {std::pair(m_right, &right), std::pair(m_left, &left)}) {
        const int row = nodes->empty() ? -1 : pane->rowOf(nodes->front());
        if (row < 0) continue;
        m_left->scrollToRow(row, IrTextPane::Scroll::IfHidden);
        return;
    }
}

QString IrDiffView::shownText() const {
    QString text;
    if (m_mode == Mode::Unified) {
        for (const IrRow &row : m_left->rows())
            text += marked(row) + QLatin1Char('\n');
        return text;
    }
    qsizetype width = 0;
    for (const IrRow &row : m_left->rows())
        width = std::max(width, row.text.size() + 2);
    for (size_t i = 0; i < m_left->rows().size(); ++i) {
        QString line =
            marked(m_left->rows()[i]).leftJustified(width) + QStringLiteral(" | ") + marked(m_right->rows()[i]);
        while (line.endsWith(QLatin1Char(' ')))
            line.chop(1);
        text += line + QLatin1Char('\n');
    }
    return text;
}

} // namespace graphview
} // namespace jitscope
