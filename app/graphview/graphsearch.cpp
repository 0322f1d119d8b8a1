// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/graphview/graphsearch.h"

#include "engine/ir/nodename.h"

#include <QRegularExpression>
#include <algorithm>

namespace jitscope {
inline namespace graphview {

namespace {

struct Field {
    QLatin1String key;
    QString (*text)(const DisplayNode &);
    enum class Match : uint8_t { Contains, Equals } match = Match::Contains;
};

/** The name that all views have for it, and that of a dump file. */
QString namesOf(const DisplayNode &node) {
    if (!node.node) return {};
    return QString::fromStdString(nodeName(*node.node) + ' ' + node.node->name);
}

QString kindWord(const DisplayNode &node) {
    static constexpr const char *words[] = {"op",     "parameter", "weight", "constant", "call",
                                            "kernel", "return",    "scope",  "beyond",   "next"};
    return QLatin1String(words[size_t(node.kind)]);
}

QString idText(const DisplayNode &node) {
    return node.id.valid() ? QString::number(node.id.value) : QString::number(node.op);
}

const Field fields[] = {
    {QLatin1String("op"), [](const DisplayNode &node) { return node.title; }, Field::Match::Equals},
    {QLatin1String("id"), idText, Field::Match::Equals},
    {QLatin1String("type"), [](const DisplayNode &node) { return node.type; }},
    {QLatin1String("scope"), [](const DisplayNode &node) { return node.scope; }},
    {QLatin1String("name"), namesOf},
    {QLatin1String("change"), [](const DisplayNode &node) { return changeWord(node.change); }},
    {QLatin1String("kind"), kindWord},
    {QLatin1String("arg"), [](const DisplayNode &node) { return node.arguments.join(QLatin1Char(' ')); }},
};

using Test = std::function<bool(const DisplayNode &)>;

Test keyTest(const Field &field, const QString &value) {
    return [&field, value](const DisplayNode &node) {
        const QString text = field.text(node);
        return field.match == Field::Match::Equals ? text.compare(value, Qt::CaseInsensitive) == 0
                                                   : text.contains(value, Qt::CaseInsensitive);
    };
}

Test expressionTest(const QString &pattern) {
    const QRegularExpression expression(pattern, QRegularExpression::CaseInsensitiveOption);
    if (!expression.isValid()) return [](const DisplayNode &) { return false; };
    return [expression](const DisplayNode &node) {
        return expression.match(node.title).hasMatch() || expression.match(namesOf(node)).hasMatch() ||
               expression.match(node.scope).hasMatch();
    };
}

Test wordTest(const QString &word) {
    return [word](const DisplayNode &node) {
        for (const QString &text : {node.title, node.detail, node.type, node.scope, namesOf(node)})
            if (text.contains(word, Qt::CaseInsensitive)) return true;
        return false;
    };
}

Test testOf(QString part) {
    if (part.size() > 1 && part.startsWith(QLatin1Char('-'))) {
        const Test inner = testOf(part.mid(1));
        return [inner](const DisplayNode &node) { return !inner(node); };
    }
    if (part.size() > 2 && part.startsWith(QLatin1Char('/')) && part.endsWith(QLatin1Char('/')))
        return expressionTest(part.mid(1, part.size() - 2));
    const qsizetype colon = part.indexOf(QLatin1Char(':'));
    for (const Field &field : fields)
        if (colon > 0 && part.left(colon).compare(field.key, Qt::CaseInsensitive) == 0)
            return keyTest(field, part.mid(colon + 1));
    return wordTest(part);
}

} // namespace

std::vector<int> searchGraph(const DisplayGraph &graph, const QString &query) {
    std::vector<Test> tests;
    for (const QString &part : query.split(QLatin1Char(' '), Qt::SkipEmptyParts))
        tests.push_back(testOf(part));
    std::vector<int> found;
    if (tests.empty()) return found;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const bool holds =
            std::all_of(tests.begin(), tests.end(), [&](const Test &test) { return test(graph.nodes[i]); });
        if (holds) found.push_back(int(i));
    }
    return found;
}

} // namespace graphview
} // namespace jitscope
