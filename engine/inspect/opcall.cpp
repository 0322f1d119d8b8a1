// SPDX-License-Identifier: Apache-2.0
// Reads the text of an operator's operands back into arguments.
#include "engine/inspect/opcall.h"

#include "engine/base/text.h"
#include "engine/ops/opdef.h"
#include "engine/session/session.h"

#include <algorithm>
#include <charconv>

namespace jitscope::inline inspect {

namespace {

bool isNameCharacter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/** The reverse of how the recorder writes operands. A text with a quote in it cannot be told from two; then nothing. */
class OperandReader {
public:
    explicit OperandReader(std::string_view text)
        : m_rest(text) {}

    std::optional<OperandTexts> read() {
        OperandTexts texts;
        while (!m_rest.empty()) {
            if (!texts.items.empty() && !take(", ")) return std::nullopt;
            OperandTexts::Item item;
            item.name = name();
            if (!argument(item)) return std::nullopt;
            texts.items.push_back(std::move(item));
        }
        return texts;
    }

private:
    bool take(std::string_view text) {
        if (!m_rest.starts_with(text)) return false;
        m_rest.remove_prefix(text.size());
        return true;
    }
    std::string name() {
        const size_t end = size_t(std::find_if_not(m_rest.begin(), m_rest.end(), isNameCharacter) - m_rest.begin());
        if (end == 0 || end >= m_rest.size() || m_rest[end] != '=') return {};
        const std::string found(m_rest.substr(0, end));
        m_rest.remove_prefix(end + 1);
        return found;
    }

    bool argument(OperandTexts::Item &item) {
        if (takeTensor()) return item.tensors = 1, true;
        const std::string_view before = m_rest;
        if (take("(") || take("[")) {
            const char close = before.front() == '(' ? ')' : ']';
            item.isSequence = true;
            while (takeTensor()) {
                ++item.tensors;
                if (!take(", ")) break;
            }
            if (item.tensors > 0) return take(std::string_view(&close, 1));
        }
        m_rest = before;
        item.isSequence = false;
        item.constant = value(0);
        return item.constant.has_value();
    }

    /** "f32[2,3]" */
    bool takeTensor() {
        const size_t bracket = m_rest.find('[');
        if (bracket == 0 || bracket == std::string_view::npos || bracket > 8) return false;
        const std::string_view brief = m_rest.substr(0, bracket);
        bool isDType = false;
        for (int i = 0; i < dtypeCount; ++i)
            isDType = isDType || info(DType(i)).brief == brief;
        const size_t end = m_rest.find(']');
        if (!isDType || end == std::string_view::npos) return false;
        m_rest.remove_prefix(end + 1);
        return true;
    }

    std::optional<Value> value(int depth) {
        if (depth > 8 || m_rest.empty()) return std::nullopt;
        if (m_rest.front() == '(' || m_rest.front() == '[') return sequence(depth);
        if (m_rest.front() == '\'') return quoted();
        const size_t end = std::min(m_rest.find_first_of(",)]"), m_rest.size());
        const std::string_view word = m_rest.substr(0, end);
        m_rest.remove_prefix(end);
        if (word == "None") return Value();
        if (word == "True") return Value(true);
        if (word == "False") return Value(false);
        if (const auto dtype = dtypeNamed(word)) return Value(*dtype);
        return number(word);
    }

    std::optional<Value> sequence(int depth) {
        const bool isList = m_rest.front() == '[';
        const std::string_view close = isList ? "]" : ")";
        m_rest.remove_prefix(1);
        std::vector<Value> items;
        while (!take(close)) {
            if (!items.empty() && !take(", ")) return std::nullopt;
            const auto item = value(depth + 1);
            if (!item) return std::nullopt;
            items.push_back(*item);
        }
        return isList ? Value::list(std::move(items)) : Value::tuple(std::move(items));
    }

    std::optional<Value> quoted() {
        const size_t end = m_rest.find('\'', 1);
        if (end == std::string_view::npos) return std::nullopt;
        const std::string text(m_rest.substr(1, end - 1));
        m_rest.remove_prefix(end + 1);
        return Value(text);
    }

    static std::optional<Value> number(std::string_view word) {
        const char *begin = word.data(), *end = begin + word.size();
        int64_t integer = 0;
        if (const auto read = std::from_chars(begin, end, integer); read.ec == std::errc() && read.ptr == end)
            return Value(integer);
        double real = 0;
        if (const auto read = std::from_chars(begin, end, real); read.ec == std::errc() && read.ptr == end)
            return Value(real);
        return std::nullopt;
    }

    std::string_view m_rest;
};

} // namespace

std::optional<OperandTexts> readOperands(std::string_view text) {
    return OperandReader(text).read();
}

const OpCall::Argument *OpCall::argument(std::string_view parameter) const {
    for (size_t i = 0; i < std::min(arguments.size(), op->params.size()); ++i)
        if (op->params[i].name == parameter) return &arguments[i];
    return nullptr;
}

const Value *OpCall::constant(std::string_view parameter) const {
    const Argument *found = argument(parameter);
    return found && found->count == 0 ? &found->type.value : nullptr;
}

std::vector<Abstract> OpCall::types() const {
    std::vector<Abstract> all;
    for (const Argument &argument : arguments)
        all.push_back(argument.type);
    return all;
}

std::optional<OpCall> callOf(const Session &session, const OpEvent &event) {
    OpCall call;
    call.op = event.isKernel ? nullptr : findOp(event.op.str());
    if (call.op == nullptr) return std::nullopt;
    const auto texts = readOperands(event.operands.str());
    if (!texts || texts->items.size() > call.op->params.size()) return std::nullopt;
    for (const int64_t id : event.inputs) {
        const auto record = session.tensor(id);
        if (!record) return std::nullopt;
        call.inputs.push_back(Abstract::tensor(record->dtype, record->shape));
    }
    for (const int64_t id : event.outputs) {
        const auto record = session.tensor(id);
        if (!record) return std::nullopt;
        call.outputs.push_back(record->shape);
    }
    size_t next = 0;
    for (const OperandTexts::Item &item : texts->items) {
        OpCall::Argument argument{item.constant ? Abstract::constant(*item.constant) : Abstract(), next,
                                  size_t(item.tensors)};
        next += argument.count;
        if (next > call.inputs.size()) return std::nullopt;
        const auto begin = call.inputs.begin() + long(argument.first);
        if (item.isSequence)
            argument.type = Abstract::tuple({begin, begin + long(argument.count)});
        else if (!item.constant)
            argument.type = *begin;
        call.arguments.push_back(std::move(argument));
    }
    if (next != call.inputs.size()) return std::nullopt;
    call.value = [&session, inputs = event.inputs](size_t input) {
        const auto record = session.tensor(inputs[input]);
        const auto value = record ? record->value.load() : Result<Tensor>(Error{});
        return value ? *value : Tensor();
    };
    return call;
}

} // namespace jitscope::inline inspect
