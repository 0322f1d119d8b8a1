// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/gotoitems.h"

#include "app/models/kernelwords.h"
#include "app/models/operatorwords.h"
#include "app/sdk/selection.h"
#include "engine/base/text.h"
#include "engine/ir/nodename.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <array>
#include <set>
#include <unordered_map>

namespace jitscope {
inline namespace shell {

namespace {

struct GoToWords {
    Q_DECLARE_TR_FUNCTIONS(GoTo)
};
QString text(const std::string &value) {
    return QString::fromStdString(value);
}

/** Keeps the best matches of each rank; looks no further once the first rank alone fills the list. */
class Matches {
public:
    Matches(QString query, int limit)
        : m_query(std::move(query))
        , m_limit(limit) {}

    bool full() const { return m_byRank[0].size() >= m_limit; }
    int limit() const { return m_limit; }
    /** `make` is called only for what fits: a session may hold a million operators. */
    template<class Make> void offer(const QString &title, const QString &detail, Make make) {
        const int rank = matchRank(m_query, title, detail);
        if (rank < 0 || m_byRank[size_t(rank)].size() >= m_limit) return;
        m_byRank[size_t(rank)].append(make(title, detail));
    }
    QList<FinderItem> take() const { return (m_byRank[0] + m_byRank[1] + m_byRank[2]).mid(0, m_limit); }

private:
    QString m_query;
    int m_limit;
    std::array<QList<FinderItem>, 3> m_byRank;
};

struct Target {
    const Session &session;
    Selection &selection;
    const std::function<void(const QString &)> &show;
};

void offerPasses(Matches &matches, const Target &target) {
    for (const Compilation &compilation : target.session.compilations)
        for (const PassRecord &pass : compilation.passes)
            matches.offer(
                text(fullName(pass)), text(compilation.function), [&](const QString &title, const QString &of) {
                    const auto go = [&selection = target.selection, show = target.show, index = compilation.index,
                                     at = pass.index] {
                        selection.selectPass(index, at);
                        show(QStringLiteral("passes"));
                    };
                    return FinderItem{GoToWords::tr("pass"), title, of, durationText(pass.timeNs, QString()), go};
                });
}

void offerKernels(Matches &matches, const Target &target) {
    for (const Compilation &compilation : target.session.compilations)
        for (const KernelRecord &kernel : compilation.kernels)
            matches.offer(text(kernel.name), text(compilation.function), [&](const QString &title, const QString &of) {
                const auto go = [&selection = target.selection, show = target.show, index = compilation.index,
                                 name = kernel.name] {
                    show(QStringLiteral("passes"));
                    selection.lookAtKernel(index, name);
                };
                return FinderItem{GoToWords::tr("kernel"), title, of, kernelTimeText(kernel), go};
            });
}

void offerNodes(Matches &matches, const Target &target) {
    for (const Compilation &compilation : target.session.compilations)
        for (const GraphPtr &graph : compilation.final.graphs)
            for (const NodePtr &node : graph->nodes) {
                if (matches.full()) return;
                const QString name = text(node->op.empty() ? node->callee : node->op);
                matches.offer(
                    name, text(nodeName(*node)) + QStringLiteral("  ") + text(graph->name),
                    [&](const QString &title, const QString &detail) {
                        const auto go = [&selection = target.selection, show = target.show, index = compilation.index,
                                         id = node->id] {
                            selection.selectNode(index, -1, id);
                            show(QStringLiteral("graph"));
                        };
                        return FinderItem{GoToWords::tr("node"), title, detail, text(brief(node->abstract)), go};
                    });
            }
}

void offerOp(Matches &matches, const Target &target, const OpEvent &op) {
    const QString title = QStringLiteral("#%1 %2").arg(op.number).arg(text(op.op));
    matches.offer(title, text(op.operands), [&](const QString &, const QString &detail) {
        const auto go = [&selection = target.selection, show = target.show, number = op.number] {
            selection.selectOp(number);
            show(QStringLiteral("events"));
        };
        return FinderItem{GoToWords::tr("operator"), title, detail, opTimeText(op), go};
    });
}

/** A number means that operator. Else names and operands are looked at once each, as a million operators have few. */
void offerOps(Matches &matches, const Target &target, const QString &query) {
    std::set<int64_t> numbers;
    for (QString word : query.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        bool isNumber = false;
        const qint64 number = word.remove(QLatin1Char('#')).toLongLong(&isNumber);
        const auto op = isNumber ? target.session.op(number) : std::nullopt;
        if (op && numbers.insert(number).second) offerOp(matches, target, *op);
    }
    std::unordered_map<const void *, std::unordered_map<const void *, bool>> known;
    int offered = 0;
    for (const OpEvent &op : target.session.ops) {
        if (offered == matches.limit()) return;
        const auto [fits, isNew] = known[op.op.identity()].try_emplace(op.operands.identity(), false);
        if (isNew) fits->second = matchRank(query, text(op.op), text(op.operands)) >= 0;
        if (!fits->second || numbers.count(op.number) > 0) continue;
        offerOp(matches, target, op);
        ++offered;
    }
}

/** "27" is line 27 of every source; other queries look through the text of the lines. */
void offerLines(Matches &matches, const Target &target, const QString &query) {
    if (query.isEmpty()) return;
    for (const SourceFile &source : target.session.sources) {
        const QString path = text(source.path), name = QFileInfo(path).fileName();
        const QStringList lines = text(source.text).split(QLatin1Char('\n'));
        for (int i = 0; i < lines.size() && !matches.full(); ++i) {
            const QString place = QString(name + QLatin1Char(':') + QString::number(i + 1));
            if (!lines[i].contains(query, Qt::CaseInsensitive) && QString::number(i + 1) != query &&
                !place.startsWith(query, Qt::CaseInsensitive))
                continue;
            const auto go = [&selection = target.selection, show = target.show, path, line = i + 1] {
                selection.selectLine(path, line);
                show(QStringLiteral("editor"));
            };
            matches.offer(place, QString(lines[i].trimmed() + QLatin1Char(' ') + QString::number(i + 1)),
                          [&](const QString &title, const QString &) {
                              return FinderItem{GoToWords::tr("line"), title, lines[i].trimmed(), {}, go};
                          });
        }
    }
}

} // namespace

QList<FinderItem> sessionItems(const Session &session, Selection &selection, const QString &query, int limit,
                               const std::function<void(const QString &panelId)> &show) {
    Matches matches(query, limit);
    const Target target{session, selection, show};
    offerPasses(matches, target);
    offerKernels(matches, target);
    offerNodes(matches, target);
    offerOps(matches, target, query);
    offerLines(matches, target, query);
    return matches.take();
}

} // namespace shell
} // namespace jitscope
