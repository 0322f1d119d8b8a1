// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/graphview/irdiffview.h"

#include "app/graphview/irtextpane.h"

#include <QHBoxLayout>
#include <QScrollBar>
#include <QSplitter>
#include <QThreadPool>
#include <algorithm>
#include <future>
#include <memory>
#include <unordered_map>
#include <utility>

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

/** Lines of two different nodes that stand opposite of each other: one went, the other came. What a graph returns is a
    line that stays. */
bool isReplacement(const IrDiff &diff, const DiffRow &row) {
    if (row.change != LineChange::Modified || row.left < 0 || row.right < 0) return false;
    const PrintedLine &left = diff.left[size_t(row.left)], &right = diff.right[size_t(row.right)];
    return left.node != right.node && !(left.isReturn && right.isReturn);
}

IrRow emptyRow() {
    IrRow row;
    row.isEmpty = true;
    return row;
}

/** A few unchanged lines stay around each change; shorter runs are not worth a line of their own. */
constexpr size_t shownAround = 4, fewestFolded = 8;

QString marked(const IrRow &row) {
    static constexpr const char *markers[] = {"  ", "+ ", "- ", "~ ", "> "};
    return QLatin1String(markers[size_t(row.change)]) + row.text;
}

QString textOf(const std::vector<PrintedLine> &lines, int line) {
    return line < 0 ? QString() : QString::fromStdString(lines[size_t(line)].text);
}

/** Made with the diff, so that the thread of the window only takes what it shows. */
void addRows(IrDiff &diff) {
    for (const DiffRow &row : diff.rows) {
        const bool isOther = isReplacement(diff, row);
        const LineChange leftChange = isOther ? LineChange::Removed : row.change;
        const LineChange rightChange = isOther ? LineChange::Added : row.change;
        IrRow left = row.left < 0 ? emptyRow() : rowOf(diff.left[size_t(row.left)], leftChange);
        IrRow right = row.right < 0 ? emptyRow() : rowOf(diff.right[size_t(row.right)], rightChange);
        if (row.change == LineChange::Modified && !isOther) {
            if (!left.isEmpty) left.right = right.isEmpty ? textOf(diff.right, row.elsewhere) : right.text;
            if (!right.isEmpty) right.left = left.isEmpty ? textOf(diff.left, row.elsewhere) : left.text;
        }
        diff.leftRows.push_back(std::move(left));
        diff.rightRows.push_back(std::move(right));
    }
}

/** Giving back many lines takes longer than an event may. */
void freeElsewhere(std::shared_ptr<const IrDiff> diff) {
    constexpr size_t manyRows = 1000;
    if (diff.use_count() != 1 || diff->rows.size() < manyRows) return;
    QThreadPool::globalInstance()->start([held = std::move(diff)]() mutable { held.reset(); });
}

} // namespace

IrDiff irDiff(const Module &left, const Module &right, PrintOptions::Detail detail) {
    PrintOptions options;
    options.detail = detail;
    options.canonicalNames = true;
    IrDiff diff;
    auto changes = std::async(std::launch::async, [&] { return diffModules(left, right); }); // as long as printing both
    diff.left = printLines(left, options);
    diff.right = same(left, right) ? diff.left : printLines(right, options);
    diff.rows = diffPrinted(diff.left, diff.right, changes.get());
    addRows(diff);
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
    setDiff(std::make_shared<const IrDiff>(std::move(diff)));
}

void IrDiffView::setDiff(std::shared_ptr<const IrDiff> diff) {
    std::shared_ptr<const IrDiff> old = std::exchange(m_diff, std::move(diff));
    findFolds();
    rebuild(Scrolling::ToFirstChange); // now no pane shows a row of the old one
    freeElsewhere(std::move(old));
}

void IrDiffView::setMode(Mode mode) {
    if (mode == m_mode) return;
    m_mode = mode;
    rebuild(Scrolling::ToFirstChange);
}

void IrDiffView::setFolding(Folding folding) {
    if (folding == m_folding) return;
    m_folding = folding;
    findFolds();
    rebuild(Scrolling::ToFirstChange);
}

void IrDiffView::findFolds() {
    m_folds.clear();
    const auto isSame = [](const DiffRow &row) { return row.change == LineChange::Same; };
    const std::vector<DiffRow> &rows = m_diff->rows;
    if (m_folding == Folding::None || std::all_of(rows.begin(), rows.end(), isSame)) return;
    for (size_t begin = 0; begin < rows.size();) {
        size_t end = begin;
        while (end < rows.size() && isSame(rows[end]))
            ++end;
        const size_t from = begin == 0 ? 0 : begin + shownAround;
        const size_t to = end == rows.size() ? end : end - std::min(end, shownAround);
        if (to > from && to - from >= fewestFolded) m_folds.push_back({from, to, false});
        begin = end + 1;
    }
}

void IrDiffView::unfold(int fold) {
    if (fold < 0 || size_t(fold) >= m_folds.size()) return;
    m_folds[size_t(fold)].isOpen = true;
    rebuild(Scrolling::Stay);
}

/** Opens what hides a line of one of these nodes. */
void IrDiffView::unfoldAt(const std::vector<NodeId> &left, const std::vector<NodeId> &right) {
    const auto holds = [](const std::vector<NodeId> &nodes, NodeId node) {
        return node.valid() && std::find(nodes.begin(), nodes.end(), node) != nodes.end();
    };
    bool isOpened = false;
    for (Fold &fold : m_folds)
        for (size_t i = fold.begin; i < fold.end && !fold.isOpen; ++i) {
            const DiffRow &row = m_diff->rows[i];
            fold.isOpen =
                holds(left, m_diff->left[size_t(row.left)].node) || holds(right, m_diff->right[size_t(row.right)].node);
            isOpened = isOpened || fold.isOpen;
        }
    if (isOpened) rebuild(Scrolling::Stay);
}

void IrDiffView::rebuild(Scrolling scrolling) {
    const int place = m_left->verticalScrollBar()->value();
    m_right->setVisible(m_mode == Mode::SideBySide);
    Rows rows = rowsOf(m_folds);
    m_unifiedSide = std::move(rows.unified);
    m_left->setRows(std::move(rows.left));
    m_right->setRows(std::move(rows.right));
    findChanges();
    m_change = -1;
    Q_EMIT placeChanged(changeCountText());
    if (scrolling == Scrolling::Stay) {
        fillTo(place);
        return m_left->verticalScrollBar()->setValue(place);
    }
    if (!m_changes.empty()) scrollToRow(m_changes.front(), IrTextPane::Scroll::IfHidden);
}

/** Both panes scroll as one, so both need the row. */
void IrDiffView::fillTo(int row) {
    m_left->fillTo(row);
    m_right->fillTo(row);
}

void IrDiffView::scrollToRow(int row, IrTextPane::Scroll scroll) {
    fillTo(row);
    m_left->scrollToRow(row, scroll);
}

IrDiffView::Rows IrDiffView::rowsOf(const std::vector<Fold> &folds) const {
    return m_mode == Mode::SideBySide ? sideBySide(folds) : unified(folds);
}

namespace {

/** The rows of a diff without those of closed folds; calls `foldRow` with the number and the size of each. */
template<class Folds, class Use, class FoldRow>
void eachShown(const std::vector<DiffRow> &rows, const Folds &folds, Use use, FoldRow foldRow) {
    size_t next = 0;
    for (size_t i = 0; i < rows.size();) {
        while (next < folds.size() && (folds[next].isOpen || folds[next].begin < i))
            ++next;
        if (next < folds.size() && folds[next].begin == i) {
            foldRow(int(next), folds[next].end - folds[next].begin);
            i = folds[next].end;
            continue;
        }
        use(i++);
    }
}

} // namespace

QString IrDiffView::changeCountText() const {
    if (m_changes.empty()) return tr("no difference");
    return m_changes.size() == 1 ? tr("1 change") : tr("%1 changes").arg(m_changes.size());
}

IrDiffView::Rows IrDiffView::sideBySide(const std::vector<Fold> &folds) const {
    Rows rows;
    rows.left.owner = rows.right.owner = m_diff;
    const auto add = [&](size_t at) {
        rows.left.add(m_diff->leftRows[at]);
        rows.right.add(m_diff->rightRows[at]);
    };
    eachShown(m_diff->rows, folds, add, [&](int fold, size_t size) {
        rows.left.put(foldRow(fold, size));
        rows.right.put(foldRow(fold, size));
    });
    return rows;
}

IrRow IrDiffView::foldRow(int fold, size_t size) {
    IrRow row;
    row.text = tr("%1 unchanged lines").arg(size);
    row.foldOf = fold;
    return row;
}

IrDiffView::Rows IrDiffView::unified(const std::vector<Fold> &folds) const {
    Rows rows;
    rows.left.owner = m_diff;
    std::vector<IrRow> added; // those of a run come after what they replace
    const auto put = [&](IrRow row, Side side) {
        rows.left.put(std::move(row));
        rows.unified.push_back(side);
    };
    const auto flush = [&] {
        for (IrRow &row : added)
            put(std::move(row), Side::Right);
        added.clear();
    };
    const auto add = [&](size_t at) {
        const DiffRow &row = m_diff->rows[at];
        if (row.change == LineChange::Same) {
            flush();
            return put(rowOf(m_diff->right[size_t(row.right)], LineChange::Same), Side::Right);
        }
        if (row.elsewhere >= 0) flush(); // it stands where it stands
        if (row.elsewhere >= 0 && row.left >= 0) return put(m_diff->leftRows[at], Side::Left);
        if (row.elsewhere >= 0) return put(m_diff->rightRows[at], Side::Right);
        if (row.right >= 0) added.push_back(rowOf(m_diff->right[size_t(row.right)], LineChange::Added));
        if (row.left < 0) return;
        put(rowOf(m_diff->left[size_t(row.left)], LineChange::Removed), Side::Left);
        if (row.change != LineChange::Modified || isReplacement(*m_diff, row)) return;
        rows.left.own.back().right = m_diff->leftRows[at].right;
        added.back().left = m_diff->rightRows[at].left;
    };
    eachShown(m_diff->rows, folds, add, [&](int fold, size_t size) {
        flush();
        put(foldRow(fold, size), Side::Right);
    });
    flush();
    return rows;
}

void IrDiffView::findChanges() {
    m_changes.clear();
    const auto isChanged = [](const IrRow &row) { return row.isEmpty || row.change != LineChange::Same; };
    const auto rows = m_left->rows();
    for (size_t i = 0; i < rows.size(); ++i)
        if (isChanged(rows[i]) && (i == 0 || !isChanged(rows[i - 1]))) m_changes.push_back(int(i));
}

void IrDiffView::goToChange(int step) {
    const int count = changeCount();
    if (count == 0) return;
    m_change = m_change < 0 ? (step > 0 ? 0 : count - 1) : (m_change + step + count) % count;
    const int row = m_changes[size_t(m_change)];
    scrollToRow(row, IrTextPane::Scroll::Centre);
    Q_EMIT placeChanged(tr("change %1 of %2").arg(m_change + 1).arg(count));
    for (IrTextPane *pane : {m_left, m_right}) {
        if (size_t(row) >= pane->rows().size() || !pane->rows()[size_t(row)].node.valid()) continue;
        choose(pane, row);
        return;
    }
}

void IrDiffView::choose(IrTextPane *pane, int row) {
    if (row < 0 || size_t(row) >= pane->rows().size()) return;
    if (const int fold = pane->rows()[size_t(row)].foldOf; fold >= 0) return unfold(fold);
    const NodeId node = pane->rows()[size_t(row)].node;
    if (!node.valid()) return;
    const bool isRight = m_mode == Mode::Unified ? m_unifiedSide[size_t(row)] == Side::Right : pane == m_right;
    Q_EMIT nodeChosen(node, isRight ? Side::Right : Side::Left);
}

void IrDiffView::setSelectedNodes(const std::vector<NodeId> &left, const std::vector<NodeId> &right) {
    unfoldAt(left, right);
    std::vector<NodeId> both = left;
    both.insert(both.end(), right.begin(), right.end());
    m_left->setSelectedNodes(m_mode == Mode::Unified ? both : left);
    m_right->setSelectedNodes(right);
    for (const auto &[pane, nodes] : {std::pair(m_right, &right), std::pair(m_left, &left)}) {
        const int row = nodes->empty() ? -1 : pane->rowOf(nodes->front());
        if (row < 0) continue;
        scrollToRow(row, IrTextPane::Scroll::IfHidden);
        return;
    }
}

QString IrDiffView::shownText() const {
    const Rows rows = rowsOf({});
    QString text;
    const std::vector<const IrRow *> &left = rows.left.shown, &right = rows.right.shown;
    if (m_mode == Mode::Unified) {
        for (const IrRow *row : left)
            text += marked(*row) + QLatin1Char('\n');
        return text;
    }
    qsizetype width = 0;
    for (const IrRow *row : left)
        width = std::max(width, row->text.size() + 2);
    for (size_t i = 0; i < left.size(); ++i) {
        QString line = marked(*left[i]).leftJustified(width) + QStringLiteral(" | ") + marked(*right[i]);
        while (line.endsWith(QLatin1Char(' ')))
            line.chop(1);
        text += line + QLatin1Char('\n');
    }
    return text;
}

} // namespace graphview
} // namespace jitscope

#include "moc_irdiffview.cpp"
