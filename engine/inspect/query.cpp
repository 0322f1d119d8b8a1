// SPDX-License-Identifier: Apache-2.0
// Queries as others use them: read, explained, completed, and asked of what was recorded.
#include "engine/inspect/query.h"

#include "engine/base/text.h"
#include "engine/inspect/querylexer.h"
#include "engine/inspect/querysyntax.h"
#include "engine/session/session.h"

#include <algorithm>

namespace jitscope::inline inspect {

namespace {

using Expression = Query::Expression;
using Kind = Expression::Kind;

std::string onlyOpOf(const Expression &part) {
    if (part.kind == Kind::Compare && part.symbol == '=' && part.parts[0]->kind == Kind::Name &&
        part.parts[0]->name == QueryName::Op && part.parts[1]->kind == Kind::Text)
        return part.parts[1]->text;
    if (part.kind == Kind::In && part.parts[0]->kind == Kind::Name && part.parts[0]->name == QueryName::Op &&
        part.parts[1]->parts.size() == 1)
        return part.parts[1]->parts.front()->text;
    if (part.kind == Kind::And) {
        for (const QueryPart &each : part.parts)
            if (std::string only = onlyOpOf(*each); !only.empty()) return only;
    }
    if (part.kind == Kind::Or) {
        const std::string first = onlyOpOf(*part.parts.front());
        const bool allSame = std::all_of(part.parts.begin(), part.parts.end(),
                                         [&](const QueryPart &each) { return onlyOpOf(*each) == first; });
        if (allSame) return first;
    }
    return {};
}

bool asksOfRow(const Expression &part) {
    const bool isOfRow =
        part.name == QueryName::Number || part.name == QueryName::Time || part.name == QueryName::Start;
    return (part.kind == Kind::Name && isOfRow) ||
           std::ranges::any_of(part.parts, [](const QueryPart &each) { return asksOfRow(*each); });
}

QuerySight sightOf(const Expression &part) {
    if (part.needs.values || (part.usesTensors && asksOfRow(part))) return QuerySight::All;
    if (part.usesTensors) return QuerySight::Types;
    return asksOfRow(part) ? QuerySight::Row : QuerySight::Kind;
}

using Records = std::vector<std::optional<TensorRecord>>;

Records recordsOf(const Session &session, const IdList &ids) {
    Records records;
    for (const int64_t id : ids)
        records.push_back(session.tensor(id));
    return records;
}

std::vector<const TensorRecord *> pointersTo(const Records &records) {
    std::vector<const TensorRecord *> pointers;
    for (const auto &record : records)
        pointers.push_back(record ? &*record : nullptr);
    return pointers;
}

std::vector<Tensor> valuesOf(const Records &records) {
    std::vector<Tensor> values;
    for (const auto &record : records) {
        const auto value = record ? record->value.load() : Result<Tensor>(Error{});
        values.push_back(value ? *value : Tensor());
    }
    return values;
}

/** Names, functions and words with which a term can begin. */
std::vector<std::string> beginnings() {
    std::vector<std::string> all;
    for (const QueryNameInfo &name : queryNames())
        all.emplace_back(name.text);
    for (const QueryFunctionInfo &function : queryFunctions())
        all.push_back(std::string(function.text) + "(");
    for (const char *word : {"out", "in[0]", "not", "True", "False"})
        all.emplace_back(word);
    return all;
}

/** Whether a value is complete behind this token, so that an operator or the next term follows. */
bool endsValue(const QueryToken &token) {
    using TokenKind = QueryToken::Kind;
    if (token.kind == TokenKind::Symbol) return token.text == ")" || token.text == "]";
    if (token.kind == TokenKind::Word)
        return token.text != "and" && token.text != "or" && token.text != "not" && token.text != "in";
    return token.kind != TokenKind::End;
}

} // namespace

Result<Query> Query::parse(std::string_view text) {
    Result<QueryPart> root = parseQuery(text);
    if (!root) return root.error();
    Query query;
    query.m_root = *std::move(root);
    query.m_text = text;
    return query;
}

QueryNeeds Query::needs() const {
    return m_root ? m_root->needs : QueryNeeds();
}

QuerySight Query::dependsOn() const {
    return m_root ? sightOf(*m_root) : QuerySight::Kind;
}

Query Query::ofKinds() const {
    Query query;
    if (!m_root) return query;
    auto terms = std::make_shared<Expression>();
    terms->kind = Kind::And;
    const auto take = [&](const QueryPart &part) {
        if (sightOf(*part) == QuerySight::Kind) terms->parts.push_back(part);
    };
    if (m_root->kind == Kind::And)
        std::ranges::for_each(m_root->parts, take);
    else
        take(m_root);
    for (const QueryPart &part : terms->parts)
        terms->needs.stack |= part->needs.stack;
    query.m_root = std::move(terms);
    return query;
}

bool Query::usesTensors() const {
    return m_root && m_root->usesTensors;
}

std::string Query::onlyOp() const {
    return m_root ? onlyOpOf(*m_root) : std::string();
}

std::vector<std::string> Query::explain() const {
    std::vector<std::string> terms;
    if (!m_root) return terms;
    if (m_root->kind != Kind::And) return {inWords(*m_root)};
    for (const QueryPart &part : m_root->parts)
        terms.push_back(inWords(*part));
    return terms;
}

std::vector<std::string> queryCompletions(std::string_view text) {
    const auto isWordCharacter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    size_t begin = text.size();
    while (begin > 0 && isWordCharacter(text[begin - 1]))
        --begin;
    const std::string_view typed = text.substr(begin);
    const auto tokens = queryTokens(text.substr(0, begin));
    if (!tokens || (begin > 0 && text[begin - 1] == ':')) return {};
    std::vector<std::string> candidates = beginnings();
    if (tokens->size() > 1 && endsValue((*tokens)[tokens->size() - 2]))
        candidates.insert(candidates.begin(), {"and", "or", "in"});
    std::erase_if(candidates, [&](const std::string &each) { return !each.starts_with(typed) || each == typed; });
    return candidates;
}

Verdict ask(const Query &query, const Session &session, const OpEvent &event) {
    const QueryNeeds needs = query.needs();
    QuerySubject subject{event, nullptr, {}, {}};
    // Asked of millions of operators one after the other, nearly always without it.
    const bool asksForStart = query.text().find("start") != std::string::npos;
    if (asksForStart && !session.ops.empty()) subject.originNs = session.ops.front().startNs;
    if (needs.stack && event.stack >= 0) subject.frame = userFrame(session, event.stack);
    if (!query.usesTensors()) return query.ask(subject);
    const Records inputs = recordsOf(session, event.inputs), outputs = recordsOf(session, event.outputs);
    const auto inputTypes = pointersTo(inputs), outputTypes = pointersTo(outputs);
    subject.inputTypes = inputTypes;
    subject.outputTypes = outputTypes;
    const Verdict withoutValues = query.ask(subject);
    if (withoutValues != Verdict::Unknown || !needs.values) return withoutValues;
    const std::vector<Tensor> before = valuesOf(inputs), after = valuesOf(outputs);
    subject.inputs = before;
    subject.outputs = after;
    return query.ask(subject);
}

} // namespace jitscope::inline inspect
