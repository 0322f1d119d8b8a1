// SPDX-License-Identifier: Apache-2.0
// Cuts the text of a dump of any version into graphs, nodes and their parts, in one pass over it.
#include "engine/ir/irscan.h"

#include "engine/base/text.h"
#include "engine/ir/irlexer.h"

#include <algorithm>
#include <optional>

namespace jitscope::inline ir {

namespace {

constexpr size_t npos = std::string_view::npos;
/** After this many, a file is not a dump with oddities but something else; more notes help nobody. */
constexpr size_t maxNotes = 100;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/** What follows `prefix`, or nothing if `text` does not start with it. */
std::optional<std::string_view> behind(std::string_view text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return std::nullopt;
    return text.substr(prefix.size());
}

/** Whether a line is one that an author put where something was left out. */
bool isEllipsis(std::string_view line) {
    return line == "..." || line == "…" || line == ".....";
}

class Scanner {
public:
    explicit Scanner(std::string_view text)
        : m_text(text) {}

    RawDump run() {
        while (m_position < m_text.size())
            statement();
        m_dump.lines = m_line;
        return std::move(m_dump);
    }

private:
    enum class Section : uint8_t { None, FileAttrs, GraphAttrs };

    // --- moving on -------------------------------------------------------------------------------------------------

    std::string_view lineAt(size_t position) const {
        const size_t end = m_text.find('\n', position);
        std::string_view line = m_text.substr(position, end == npos ? npos : end - position);
        if (line.ends_with('\r')) line.remove_suffix(1);
        return line;
    }

    void advanceTo(size_t position) {
        position = std::min(position, m_text.size());
        m_line += int(std::count(m_text.begin() + long(m_position), m_text.begin() + long(position), '\n'));
        m_position = position;
    }

    void nextLine() {
        const size_t end = m_text.find('\n', m_position);
        advanceTo(end == npos ? m_text.size() : end + 1);
    }

    size_t skipSpaces(size_t position) const {
        while (position < m_text.size() && (m_text[position] == ' ' || m_text[position] == '\t'))
            ++position;
        return position;
    }

    size_t skipBlank(size_t position) const {
        while (position < m_text.size() && std::string_view(" \t\r\n").find(m_text[position]) != npos)
            ++position;
        return position;
    }

    void noteVector(std::string_view type) {
        if (type.find("]x[const vector]") != npos) m_dump.signs.constVector = true;
    }

    void note(std::string message) {
        if (m_dump.notes.size() < maxNotes) m_dump.notes.push_back({m_line, std::move(message)});
    }

    // --- statements ------------------------------------------------------------------------------------------------

    RawGraph &graph() { return m_open ? m_dump.graphs.back() : m_dump.loose; }
    RawNode *lastNode() { return m_hasNode ? &graph().nodes.back() : nullptr; }

    void statement() {
        const size_t start = skipSpaces(m_position);
        const std::string_view line = trimmed(lineAt(start));
        if (line.empty() || isEllipsis(line)) {
            if (line.empty() && m_section == Section::FileAttrs) m_section = Section::None;
            return nextLine();
        }
        if (line.front() == '%') return m_text.substr(start).starts_with("%para") ? parameterLine(start) : node(start);
        if (line.front() == '#') return comment(start, line);
        if (line.front() == ':') return typeLine(start + 1);
        if (line.starts_with("(<")) return typeLine(start);
        if (line.front() == '}') return closeGraph(line);
        if (line.front() == '{') return strategyLine(start);
        if (line.starts_with("subgraph @")) return openGraph(start);
        if (isReturn(line)) return returnNode(start);
        word(line);
    }

    static bool isReturn(std::string_view line) {
        return line.starts_with("Return(") || line.starts_with("return(") || line.starts_with("Primitive::Return");
    }

    /** Lines that start with a plain word: titles, attributes and whatever else there may be. */
    void word(std::string_view line) {
        if (!m_open && line.ends_with(" {")) return skipBlock();
        if (line.starts_with("subgraph attr:")) {
            m_section = Section::GraphAttrs;
            m_dump.recognized = true;
        } else if (const auto instance = behind(line, "subgraph instance:")) {
            m_pending.instance = trimmed(*instance);
            m_dump.signs.instance = true;
            m_section = Section::None;
        } else if (line.starts_with("Node counting information")) {
            m_dump.signs.nodeCounting = true;
        } else if (m_section != Section::None && !m_open) {
            attribute(line);
        } else if (m_open) {
            note("not understood: " + singleLine(line.substr(0, 80)));
        }
        nextLine();
    }

    void attribute(std::string_view line) {
        const size_t colon = line.find(':');
        if (colon == npos) return;
        auto &attrs = m_section == Section::FileAttrs ? m_dump.attrs : m_pending.attrs;
        attrs.emplace_back(trimmed(line.substr(0, colon)), trimmed(line.substr(colon + 1)));
    }

    /** Blocks of later versions that say nothing of the graph: "jit config {", "SymbolEngine_f {". */
    void skipBlock() {
        while (m_position < m_text.size() && trimmed(lineAt(m_position)) != "}")
            nextLine();
        nextLine();
    }

    void comment(size_t start, std::string_view line) {
        const std::string_view body = trimmed(line.substr(1));
        if (line.starts_with("#-----")) {
            m_failed = true;
        } else if (body.starts_with("In file ") || body.starts_with("- In file ")) {
            sourceLine(start, line);
        } else if (const auto parameters = behind(body, "Parameters:")) {
            const size_t open = parameters->find('(');
            if (open != npos) m_pending.parameterTypes = trimmed(parameters->substr(open));
        } else if (!fileHeader(body)) {
            scopeLine(body);
        }
        nextLine();
    }

    /** The lines before the first graph, in the spellings of all versions. True if it was one. */
    bool fileHeader(std::string_view body) {
        const size_t colon = body.find(':');
        if (colon == npos) return false;
        const std::string_view key = trimmed(body.substr(0, colon)), value = trimmed(body.substr(colon + 1));
        if (key == "IR entry") {
            m_dump.entry = value.starts_with('@') ? value.substr(1) : value;
            (body.starts_with("IR entry:") ? m_dump.signs.header : m_dump.signs.spacedHeader) = true;
        } else if (key == "Total subgraphs" || key == "Total subgraph") {
            m_dump.declaredGraphs = int(std::clamp<int64_t>(wholeNumber(value).value_or(0), 0, 1 << 30));
        } else if (key == "Attrs" || key == "attrs") {
            m_section = Section::FileAttrs;
        } else if (key == "Params" || key.starts_with("Total params")) {
            m_section = Section::None;
        } else {
            return false;
        }
        m_dump.recognized = true;
        return true;
    }

    void scopeLine(std::string_view body) {
        for (const std::string_view title : {"Fullname with scope:", "fullname_with_scope:", "Scope:", "scope:"}) {
            const auto value = behind(body, title);
            if (!value) continue;
            if (title == "Fullname with scope:") m_dump.signs.fullNames = true;
            if (RawNode *node = lastNode()) node->scope = withoutBrackets(trimmed(*value));
            return;
        }
    }

    static std::string_view withoutBrackets(std::string_view text) {
        return text.starts_with('(') && text.ends_with(')') ? text.substr(1, text.size() - 2) : text;
    }

    /** Consecutive source lines are kept as one stretch of text: thousands of nodes share the same one. */
    void sourceLine(size_t start, std::string_view line) {
        std::string_view &spans = lastNode() ? lastNode()->spans : m_pending.spans;
        const char *begin = spans.empty() ? m_text.data() + start : spans.data();
        const char *end = m_text.data() + start + line.size();
        spans = {begin, size_t(end - begin)};
        for (size_t i = line.find('~'); i != npos && i + 1 < line.size(); i = line.find('~', i + 1))
            if (isDigit(line[i - 1]) && isDigit(line[i + 1])) m_dump.signs.columns = true;
    }

    // --- parameters ------------------------------------------------------------------------------------------------

    static RawParameter parameterOf(std::string_view text) {
        text = trimmed(text);
        const size_t end = std::min(text.find_first_of(" \t\r\n"), text.size());
        RawParameter parameter{.token = text.substr(0, end), .type = {}};
        if (parameter.token.ends_with(':')) parameter.token.remove_suffix(1);
        const size_t open = text.find('<', end);
        if (open == npos) return parameter;
        const size_t close = closingBracket(text, open, Brackets::WithAngles);
        if (close != npos) parameter.type = text.substr(open, close + 1 - open);
        return parameter;
    }

    void parameterLine(size_t start) {
        const RawParameter parameter = parameterOf(lineAt(start));
        noteVector(parameter.type);
        if (parameter.type.empty()) {
            note("not understood: " + singleLine(lineAt(start).substr(0, 80)));
        } else {
            m_dump.parameters.push_back(parameter);
        }
        m_dump.recognized = true;
        m_section = Section::None;
        nextLine();
    }

    // --- graphs ----------------------------------------------------------------------------------------------------

    void openGraph(size_t start) {
        if (m_open) note("subgraph @" + std::string(graph().name) + " has no closing brace");
        RawGraph opened = std::move(m_pending);
        m_pending = {};
        m_section = Section::None;
        opened.line = m_line;
        const size_t nameStart = start + std::string_view("subgraph @").size();
        const size_t nameEnd = std::min(m_text.find_first_of(" (\n", nameStart), m_text.size());
        opened.name = m_text.substr(nameStart, nameEnd - nameStart);
        size_t position = skipSpaces(nameEnd);
        constexpr std::string_view parentTitle = "parent: [subgraph @";
        if (m_text.substr(position).starts_with(parentTitle)) {
            const size_t parentStart = position + parentTitle.size();
            const size_t parentEnd = std::min(m_text.find_first_of("]\n", parentStart), m_text.size());
            opened.parent = m_text.substr(parentStart, parentEnd - parentStart);
            position = std::min(parentEnd + 1, m_text.size());
        }
        position = skipSpaces(position);
        if (position < m_text.size() && m_text[position] == '(') {
            const size_t close = closingBracket(m_text, position);
            if (close != npos) {
                const std::string_view list = m_text.substr(position + 1, close - position - 1);
                for (const std::string_view piece : splitList(list, Brackets::WithAngles))
                    if (!piece.empty()) opened.parameters.push_back(parameterOf(piece));
                advanceTo(close);
            }
        }
        m_dump.graphs.push_back(std::move(opened));
        m_dump.recognized = true;
        m_open = true;
        m_hasNode = false;
        nextLine();
    }

    void closeGraph(std::string_view line) {
        if (m_open) {
            graph().closed = true;
            m_open = false;
            m_hasNode = false;
        } else {
            note("not understood: " + singleLine(line.substr(0, 80)));
        }
        nextLine();
    }

    // --- nodes -----------------------------------------------------------------------------------------------------

    /** "%3(name) = head(arguments) ..." */
    void node(size_t start) {
        RawNode node;
        node.line = m_line;
        size_t position = start + 1;
        while (position < m_text.size() && isDigit(m_text[position]))
            ++position;
        node.number = m_text.substr(start + 1, position - start - 1);
        if (position < m_text.size() && m_text[position] == '(') {
            const size_t close = closingBracket(m_text, position);
            if (close != npos) {
                node.name = m_text.substr(position + 1, close - position - 1);
                position = close + 1;
            }
        }
        position = skipSpaces(position);
        if (node.number.empty() || position >= m_text.size() || m_text[position] != '=') return misread(start);
        addNode(std::move(node), skipSpaces(position + 1), start);
    }

    void returnNode(size_t start) {
        RawNode node;
        node.line = m_line;
        node.isReturn = true;
        if (m_text.substr(start).starts_with("Primitive::")) m_dump.signs.dat = true;
        addNode(std::move(node), start, start);
    }

    void misread(size_t start) {
        note("not understood: " + singleLine(lineAt(start).substr(0, 80)));
        nextLine();
    }

    /** The bracket that opens the arguments of what is applied at `position`; npos if the line has none. */
    size_t argumentsAt(size_t position) const {
        while (position < m_text.size() && m_text[position] != '\n') {
            const char c = m_text[position];
            const bool variable = c == '$' && position + 1 < m_text.size() && m_text[position + 1] == '(';
            if (c == '(') return position;
            if (variable || c == '[' || c == '{') {
                position = closingBracket(m_text, variable ? position + 1 : position);
                if (position == npos) return npos;
            }
            ++position;
        }
        return npos;
    }

    void addNode(RawNode node, size_t position, size_t start) {
        const size_t open = argumentsAt(position);
        const size_t close = open == npos ? npos : closingBracket(m_text, open);
        if (close == npos) return misread(start);
        node.head = trimmed(m_text.substr(position, open - position));
        node.arguments = m_text.substr(open + 1, close - open - 1);
        if (node.head.starts_with("PrimFunc_")) m_dump.signs.primFunc = true;
        if (node.name.find("[CNode]") != npos) m_dump.signs.bracketNames = true;
        const size_t end = attributes(node, close + 1);
        if (m_failed) {
            m_dump.failedGraph = m_open ? int(m_dump.graphs.size()) - 1 : -1;
            m_dump.failedNode = int(graph().nodes.size());
            m_failed = false;
        }
        graph().nodes.push_back(std::move(node));
        m_hasNode = true;
        m_dump.recognized = true;
        advanceTo(end);
        // What stands behind the attributes is a remark of whoever wrote the file, or the type line run on.
        const size_t rest = skipSpaces(m_position);
        if (rest < m_text.size() && m_text[rest] == ':') return;
        nextLine();
    }

    /** The titled and bare braces behind the arguments; returns where they end. */
    size_t attributes(RawNode &node, size_t position) {
        struct Title {
            std::string_view title;
            std::string_view RawNode::*member;
        };
        static constexpr Title titles[] = {
            {"primitive_attrs:", &RawNode::primitiveAttrs},
            {"cnode_attrs:", &RawNode::attrs},
            {"cnode_primal_attrs:", &RawNode::primalAttrs},
        };
        while (true) {
            // Old versions and wrapped terminals break the line before a brace.
            const size_t next = skipBlank(position);
            const std::string_view rest = m_text.substr(next);
            std::string_view RawNode::*member = nullptr;
            size_t brace = next;
            for (const Title &title : titles) {
                if (!rest.starts_with(title.title)) continue;
                member = title.member;
                brace = skipSpaces(next + title.title.size());
            }
            if (brace >= m_text.size() || m_text[brace] != '{') return position;
            const size_t close = closingBracket(m_text, brace);
            if (close == npos) return position;
            const std::string_view inside = m_text.substr(brace + 1, close - brace - 1);
            if (member) {
                node.*member = inside;
            } else {
                bareBraces(node, inside, m_text.substr(brace, close + 1 - brace));
            }
            position = close + 1;
        }
    }

    void bareBraces(RawNode &node, std::string_view inside, std::string_view whole) {
        if (const auto name = behind(inside, "instance name:")) {
            node.instanceName = trimmed(*name);
        } else if (inside.starts_with("in_strategy") || inside.starts_with("out_strategy")) {
            node.extra.push_back(whole);
        } else {
            node.primitiveAttrs = inside;
            m_dump.signs.bareAttrs = true;
        }
    }

    /** " {in_strategy: ...}      : (...) -> (...)" of 1.7 to 1.10, which puts the type on the same line. */
    void strategyLine(size_t start) {
        const std::string_view line = lineAt(start);
        const size_t close = closingBracket(line, 0);
        if (close == npos) return misread(start);
        if (RawNode *node = lastNode()) node->extra.push_back(line.substr(0, close + 1));
        advanceTo(start + close + 1);
        const size_t rest = skipSpaces(m_position);
        if (rest >= m_text.size() || m_text[rest] != ':') nextLine();
    }

    /** ": (inputs) -> (output)", and lines of the same look that say other things. */
    void typeLine(size_t start) {
        const std::string_view line = trimmed(lineAt(start));
        noteVector(line);
        m_dump.recognized = true;
        RawNode *node = lastNode();
        if (node) typesOf(*node, line);
        nextLine();
    }

    static void typesOf(RawNode &node, std::string_view line) {
        if (const auto name = behind(line, "full_name_with_scope:")) {
            node.scope = withoutBrackets(trimmed(*name));
            return;
        }
        const std::string_view content = line.size() > 1 ? trimmed(line.substr(1)) : std::string_view();
        const bool isScope =
            !line.starts_with("(<") && !line.starts_with("(`") && line.find("->") == npos && content.find('/') != npos;
        if (isScope) {
            node.scope = withoutBrackets(line);
        } else if (!node.inputTypes.empty() || !node.outputType.empty()) {
            node.extra.push_back(line);
        } else {
            splitTypes(node, line);
        }
    }

    /** The last of several groups is the result; some versions write "(a) -> (b) -> (result)". Return has no result. */
    static void splitTypes(RawNode &node, std::string_view line) {
        size_t position = 0;
        while (position < line.size() && line[position] == '(') {
            const size_t close = closingBracket(line, position);
            if (close == npos) break;
            node.inputTypes.push_back(line.substr(position + 1, close - position - 1));
            const size_t arrow = line.find("->", close);
            if (arrow == npos) break;
            position = line.find('(', arrow);
        }
        if (node.isReturn || node.inputTypes.empty()) return;
        node.outputType = node.inputTypes.back();
        node.inputTypes.pop_back();
    }

    std::string_view m_text;
    size_t m_position = 0;
    int m_line = 1;
    bool m_open = false;    ///< inside the braces of the last graph
    bool m_hasNode = false; ///< lines now speak of the last node of graph()
    bool m_failed = false;  ///< the next node is the one where inference failed
    Section m_section = Section::None;
    RawGraph m_pending; ///< what was said of the graph that opens next
    RawDump m_dump;
};

} // namespace

RawDump scan(std::string_view text) {
    return Scanner(text).run();
}

} // namespace jitscope::inline ir
