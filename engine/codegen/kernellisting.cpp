// SPDX-License-Identifier: Apache-2.0
// Reads the lines that kernelmodule.cpp wrote into debug locations back into members.
#include "engine/codegen/kernellisting.h"

#include "engine/base/text.h"

#include <llvm/IR/AssemblyAnnotationWriter.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instruction.h>
#include <llvm/Support/FormattedStream.h>

#include <algorithm>
#include <cstdio>

namespace jitscope::inline codegen {
namespace {

/** "[3] Mul", or "" for a number that is no member's. */
std::string memberTag(const KernelPlan &plan, int number) {
    if (number < 1 || size_t(number) > plan.members.size()) return {};
    return format("[%d] %s", number, plan.members[size_t(number) - 1]->op.c_str());
}

constexpr char tagMark = '\1'; ///< stands before a tag until its column is known

/** `line` with `tag` as a comment in a column of its own. */
std::string withTag(std::string_view line, std::string_view comment, std::string_view tag) {
    constexpr size_t column = 72;
    std::string text(line);
    if (tag.empty()) return text + "\n";
    text.resize(std::max(text.size() + 1, column), ' ');
    return text.append(comment).append(" ").append(tag).append("\n");
}

class MemberComments final : public llvm::AssemblyAnnotationWriter {
public:
    explicit MemberComments(const KernelPlan &plan)
        : m_plan(plan) {}

    void printInfoComment(const llvm::Value &value, llvm::formatted_raw_ostream &stream) override {
        const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
        if (!instruction || !instruction->getDebugLoc()) return;
        const std::string tag = memberTag(m_plan, int(instruction->getDebugLoc().getLine()));
        if (!tag.empty()) stream << tagMark << tag;
    }

private:
    const KernelPlan &m_plan;
};

bool startsWith(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

/** The line of ".loc file line column ...", which is the member's number; 0 for code of no member. */
int memberOfLoc(std::string_view loc) {
    int file = 0, line = 0;
    return std::sscanf(std::string(loc).c_str(), ".loc %d %d", &file, &line) == 2 ? line : 0;
}

bool isLabel(std::string_view line) {
    return line.substr(0, line.find_first_of(" \t")).back() == ':';
}

/** Labels that nobody jumps to, comments, and directives that only speak to the assembler; data (constants) stays. */
bool isNoise(std::string_view line) {
    constexpr std::string_view data[] = {".long", ".quad", ".zero", ".byte", ".short"};
    if (line.empty() || line.front() == '#') return true;
    if (isLabel(line)) return startsWith(line, ".Ltmp") || startsWith(line, ".Lfunc");
    if (line.front() != '.') return false;
    return std::none_of(std::begin(data), std::end(data),
                        [&](std::string_view word) { return startsWith(line, word); });
}

/** Tabs as the assembler's listing means them: to the next multiple of eight. */
std::string withoutTabs(std::string_view line) {
    std::string text;
    for (char c : line) {
        if (c == '\t')
            text.resize((text.size() / 8 + 1) * 8, ' ');
        else
            text += c;
    }
    return text;
}

/** The one element of "<T x, T x, ...>", or "" where elements differ. `list` is what stands between the brackets. */
std::string_view repeatedElement(std::string_view list) {
    const size_t comma = list.find(", ");
    if (comma == std::string_view::npos) return {};
    const std::string_view element = list.substr(0, comma);
    for (size_t at = 0; at < list.size(); at += element.size() + 2) {
        if (list.substr(at, element.size()) != element) return {};
        const size_t end = at + element.size();
        if (end != list.size() && list.substr(end, 2) != ", ") return {};
    }
    return element;
}

/** Vectors of equal constants as later versions of LLVM print them: "splat (float 1.0)", not sixteen times the same. */
std::string withSplats(std::string_view text) {
    std::string result;
    while (true) {
        const size_t open = text.find('<');
        const size_t close = open == std::string_view::npos ? open : text.find('>', open);
        if (close == std::string_view::npos) break;
        const std::string_view element = repeatedElement(text.substr(open + 1, close - open - 1));
        if (element.empty()) {
            result += text.substr(0, open + 1);
            text.remove_prefix(open + 1);
            continue;
        }
        result.append(text.substr(0, open)).append("splat (").append(element).append(")");
        text.remove_prefix(close + 1);
    }
    return result.append(text);
}

} // namespace

std::string listMembers(const KernelPlan &plan, const std::string &comment) {
    std::string text = comment + " kernel " + plan.name + "\n";
    for (size_t i = 0; i < plan.members.size(); ++i) {
        const Node &node = *plan.members[i];
        if (node.isCallOf(op::MakeTuple)) continue;
        text += format("%s %s, node %lld, %s", comment.c_str(), memberTag(plan, int(i) + 1).c_str(),
                       static_cast<long long>(node.id.value), brief(node.abstract).c_str());
        if (node.spans && !node.spans->empty()) {
            const SourceSpan &place = node.spans->front();
            text += format(", %s:%d: %s", place.file.c_str(), place.line, std::string(trimmed(place.text)).c_str());
        }
        text += '\n';
    }
    return text;
}

std::string listIr(const KernelPlan &plan, const llvm::Module &module) {
    std::string printed;
    llvm::raw_string_ostream stream(printed);
    MemberComments comments(plan);
    module.print(stream, &comments);

    std::string text;
    for (const std::string &line : split(withSplats(printed), '\n')) {
        const size_t mark = line.find(tagMark);
        const std::string_view code = std::string_view(line).substr(0, mark);
        text += withTag(code, ";",
                        mark == std::string::npos ? std::string_view() : std::string_view(line).substr(mark + 1));
    }
    return text;
}

std::string listAssembly(const KernelPlan &plan, const std::string &assembly) {
    std::string text;
    int member = 0;
    for (const std::string &raw : split(assembly, '\n')) {
        const std::string_view line = trimmed(raw);
        if (startsWith(line, ".loc")) {
            member = memberOfLoc(line);
            continue;
        }
        if (isNoise(line)) continue;
        const bool isInstruction = line.front() != '.' && !isLabel(line);
        text += withTag(withoutTabs(raw), "#", isInstruction ? memberTag(plan, member) : std::string());
    }
    return text;
}

} // namespace jitscope::inline codegen
