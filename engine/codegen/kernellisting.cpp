// SPDX-License-Identifier: Apache-2.0
// Reads the lines that kernelmodule.cpp wrote into debug locations back into members.
#include "engine/codegen/kernellisting.h"

#include "engine/base/text.h"
#include "engine/codegen/assemblylines.h"

#include <llvm/IR/AssemblyAnnotationWriter.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instruction.h>
#include <llvm/Support/FormattedStream.h>

#include <algorithm>

namespace jitscope::inline codegen {
namespace {

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
        const llvm::DebugLoc &place = instruction->getDebugLoc();
        const std::string tag = memberTag(m_plan, int(place.getLine()), accessOfColumn(place.getCol()));
        if (!tag.empty()) stream << tagMark << tag;
    }

private:
    const KernelPlan &m_plan;
};

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

std::string memberTag(const KernelPlan &plan, int number, const KernelAccess &access) {
    if (number < 1 || size_t(number) > plan.members.size()) return {};
    std::string tag = format("[%d] %s", number, plan.members[size_t(number) - 1]->op.c_str());
    if (access.input >= 0) tag += format(" <- in%d", access.input);
    if (access.output >= 0) tag += format(" -> out%d", access.output);
    return tag;
}

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

std::string assemblyHead(const KernelPlan &plan, const std::string &compiler) {
    return "# " + compiler + "\n" + listMembers(plan, "#");
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
    for (const AssemblyLine &line : parseAssembly(assembly))
        text += withTag(line.text, "#", memberTag(plan, line.member, line.access));
    return text;
}

} // namespace jitscope::inline codegen
