// SPDX-License-Identifier: Apache-2.0
// Takes texts of arguments apart: brackets, quotes and outermost commas.
#include "engine/session/typetext.h"

#include "engine/base/text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>

namespace jitscope::inline session {

namespace {

bool isNumber(const std::string &text) {
    if (text.empty() || std::isalpha(static_cast<unsigned char>(text.front()))) return text == "nan" || text == "inf";
    char *end = nullptr;
    std::strtod(text.c_str(), &end);
    return end == text.c_str() + text.size();
}

bool isDtype(std::string_view text) {
    return !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) &&
           std::ranges::all_of(text, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; });
}

/** Sizes between brackets; nothing for anything else. */
std::optional<std::vector<int64_t>> sizesIn(std::string_view text) {
    std::vector<int64_t> sizes;
    if (text.empty()) return sizes;
    for (const std::string &each : splitOutside(text, ',')) {
        int64_t size = 0;
        const auto [end, error] = std::from_chars(each.data(), each.data() + each.size(), size);
        if (error != std::errc() || end != each.data() + each.size()) return std::nullopt;
        sizes.push_back(size);
    }
    return sizes;
}

std::optional<TypeText> tensorIn(std::string_view text) {
    const size_t open = text.find('[');
    if (open == std::string_view::npos || open == 0 || text.back() != ']' || !isDtype(text.substr(0, open)))
        return std::nullopt;
    auto sizes = sizesIn(text.substr(open + 1, text.size() - open - 2));
    if (!sizes) return std::nullopt;
    TypeText tensor;
    tensor.kind = TypeText::Kind::Tensor;
    tensor.dtype = text.substr(0, open);
    tensor.shape = *std::move(sizes);
    return tensor;
}

TypeText containerIn(std::string_view text) {
    TypeText container;
    container.kind = text.front() == '{' ? TypeText::Kind::Dictionary : TypeText::Kind::Sequence;
    const std::string_view inner = text.substr(1, text.size() - 2);
    if (trimmed(inner).empty()) return container;
    for (std::string &item : splitOutside(inner, ',')) {
        if (container.kind == TypeText::Kind::Sequence) {
            if (!item.empty()) container.items.push_back(std::move(item)); // "(1,)"
            continue;
        }
        const std::vector<std::string> halves = splitOutside(item, ':');
        container.names.push_back(halves.front());
        container.items.push_back(
            halves.size() > 1
                ? std::string(trimmed(std::string_view(item).substr(item.find(':', halves.front().size()) + 1)))
                : "");
    }
    return container;
}

TypeText plain(TypeText::Kind kind) {
    TypeText text;
    text.kind = kind;
    return text;
}

} // namespace

std::vector<std::string> splitOutside(std::string_view text, char separator) {
    std::vector<std::string> parts;
    size_t begin = 0;
    int depth = 0;
    char quote = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote) {
            if (c == '\\') ++i;
            if (c == quote) quote = 0;
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else if (c == '(' || c == '[' || c == '{') {
            ++depth;
        } else if (c == ')' || c == ']' || c == '}') {
            --depth;
        } else if (c == separator && depth == 0) {
            parts.push_back(std::string(trimmed(text.substr(begin, i - begin))));
            begin = i + 1;
        }
    }
    if (begin <= text.size()) parts.emplace_back(trimmed(text.substr(begin)));
    return parts;
}

TypeText readTypeText(std::string_view given) {
    const std::string text(trimmed(given));
    using Kind = TypeText::Kind;
    if (text.empty()) return plain(Kind::Other);
    if (text == "None") return plain(Kind::None);
    if (text == "True" || text == "False") return plain(Kind::Bool);
    if (text.front() == '\'' || text.front() == '"') return plain(Kind::Text);
    if (isNumber(text)) return plain(Kind::Number);
    const bool isClosed = text.size() > 1 && std::string_view(")]}").find(text.back()) != std::string_view::npos;
    if (isClosed && std::string_view("([{").find(text.front()) != std::string_view::npos) return containerIn(text);
    if (auto tensor = tensorIn(text)) return *std::move(tensor);
    return plain(Kind::Other);
}

} // namespace jitscope::inline session
