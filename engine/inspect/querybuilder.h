// SPDX-License-Identifier: Apache-2.0
// Makes the parts of a query's tree and refuses those whose types do not fit.
#pragma once

#include "engine/inspect/querysyntax.h"

namespace jitscope::inline inspect {

/** The first mistake stays; whoever gets a null part goes on with nothing else. */
class QueryBuilder {
protected:
    using Kind = Query::Expression::Kind;
    using Made = std::shared_ptr<Query::Expression>;

    QueryPart refuse(const std::string &sentence, int column);
    const std::string &error() const { return m_error; }

    Made make(Kind kind, QueryType type, int column) const;
    QueryPart finish(const Made &made);
    QueryPart of(Kind kind, QueryType type, std::vector<QueryPart> parts, char symbol = 0);
    QueryPart literal(const std::string &text, int column);
    QueryPart numberPart(double number, int column);
    QueryPart timePart(double nanoseconds, int column);
    QueryPart namePart(QueryName name, int column);
    /** `part` where a condition is wanted: a word filters by name, a test of elements speaks of the whole tensor. */
    QueryPart condition(const QueryPart &part);
    QueryPart group(Kind kind, std::vector<QueryPart> parts);
    QueryPart opposite(const QueryPart &part);
    QueryPart negative(const QueryPart &part);
    QueryPart compared(const QueryPart &left, char code, const QueryPart &right, int column);
    /** A dtype goes by any of its names. */
    QueryPart equality(QueryPart left, char code, QueryPart right);
    QueryPart contains(const QueryPart &left, const QueryPart &right, int column);
    QueryPart isOneOf(const QueryPart &left, const QueryPart &right, int column);
    QueryPart arithmetic(const QueryPart &left, char symbol, const QueryPart &right);
    QueryPart truth(bool value, int column);
    QueryPart call(QueryFunction function, const QueryPart &argument, int column);

private:
    std::string m_error;
};

// What a part is.
bool isNumeric(const Query::Expression &expression);
bool isLiteral(const Query::Expression &expression);
/** nan(), inf(), finite() and zero() are of elements; where a condition is wanted they speak of the whole tensor. */
bool isElementTest(const Query::Expression &expression);
const char *typeWords(QueryType type);

} // namespace jitscope::inline inspect
