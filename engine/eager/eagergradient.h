// SPDX-License-Identifier: Apache-2.0
// A gradient rule's view of one call that a tape took down: terms are computed as soon as they are written.
#pragma once

#include "engine/ops/gradient.h"

#include <deque>
#include <span>

namespace jitscope::inline eager {

class EagerGradient : public Gradient {
public:
    /** `isFresh`: which of the arguments, then whether the result, then which of its items was not written since. All
        others outlive this. */
    EagerGradient(const OpDef &op, std::span<const Value> arguments, const Value &result,
                  std::span<const Value> incoming, std::vector<bool> wanted, std::vector<bool> isFresh);

    Term in(size_t parameter) override;
    Term out() override;
    using Gradient::dout;
    Term dout(size_t item) override;
    bool wants(size_t parameter) const override { return m_wanted[parameter]; }
    const Abstract &type(size_t parameter) const override { return m_types[parameter]; }
    const Abstract &resultType() const override { return m_resultType; }
    Term term(Value value) override;
    Term tuple(const std::vector<Term> &items) override;
    Term item(Term tuple, size_t index) override;
    const Abstract &typeOf(Term term) const override;

    const Value &valueOf(Term term) const;

protected:
    Term addCall(const OpDef &op, const std::vector<Term> &arguments) override;

private:
    struct Known {
        Value value;
        mutable Abstract type;
        mutable bool hasType = false;
    };

    std::span<const Value> m_arguments;
    const Value &m_result;
    std::span<const Value> m_incoming;
    std::vector<bool> m_wanted, m_fresh;
    std::vector<Abstract> m_types;
    Abstract m_resultType;
    std::deque<Known> m_values; ///< references to types stay valid
    int m_changedResult = -1;   ///< the term of a result of which some items were written to
};

} // namespace jitscope::inline eager
