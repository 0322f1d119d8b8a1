// SPDX-License-Identifier: Apache-2.0
// Reads the discriminators that kernelmodule.cpp wrote into debug locations back into members.
#include "engine/codegen/kernellisting.h"

#include "engine/base/text.h"

#include <llvm/IR/AssemblyAnnotationWriter.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instruction.h>
#include <llvm/Support/FormattedStream.h>

#include <algorithm>

namespace jitscope {
namespace {

/** "[3] Mul", or "" for a number that is no member's. */
std::string memberTag(const KernelPlan &plan, int number) {
    if (number < 1 || size_t(number) > plan.members.size()) return {};
    return format("[%d] %s", number, plan.members[size_t(number) - 1]->op.c_str());
}

/** One line a member: its number, node, and the user's line. */
std::string memberList(const KernelPlan &plan, const std::string &comment) {
    std::string text = comment + " kernel " + plan.name + "\n";
    for (size_t i = 0; i < plan.members.size(); ++i) {
        const Node &node = *plan.members[i];
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

class MemberComments final : public llvm::AssemblyAnnotationWriter {
public:
    explicit MemberComments(const KernelPlan &plan)
        : m_plan(plan) {}

    void printInfoComment(const llvm::Value &value, llvm::formatted_raw_ostream &stream) override {
        const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
        if (!instruction || !instruction->getDebugLoc()) return;
        const std::string tag = memberTag(m_plan, int(instruction->getDebugLoc()->getDiscriminator()));
        if (!tag.empty()) stream.PadToColumn(100) << "; " << tag;
    }

private:
    const KernelPlan &m_plan;
};

/** The member's number of a ".loc file line column ... discriminator n" line, 0 for code of no member. */
int discriminatorOf(std::string_view loc) {
    constexpr std::string_view word = "discriminator ";
    const size_t at = loc.find(word);
    return at == std::string_view::npos ? 0 : std::atoi(std::string(loc.substr(at + word.size())).c_str());
}

/** A directive that only speaks to the assembler; data (constants) stays. */
bool isNoise(std::string_view line) {
    constexpr std::string_view kept[] = {".long", ".quad", ".zero", ".byte", ".short", ".ascii"};
    if (line.empty() || line.front() == '#') return true;
    if (line.front() != '.' || line.back() == ':') return line.substr(0, 6) == ".Ltmp" || line.substr(0, 6) == ".Lfunc";
    return std::none_of(std::begin(kept), std::end(kept),
                        [&](std::string_view word) { return line.substr(0, word.size()) == word; });
}

} // namespace

std::string listIr(const KernelPlan &plan, const llvm::Module &module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    MemberComments comments(plan);
    module.print(stream, &comments);
    return memberList(plan, ";") + text;
}

std::string listAssembly(const KernelPlan &plan, const std::string &assembly, const std::string &compiler) {
    std::string text = "# " + compiler + "\n" + memberList(plan, "#");
    int member = 0;
    for (const std::string &raw : split(assembly, '\n')) {
        const std::string_view line = trimmed(raw);
        if (line.substr(0, 5) == ".loc\t" || line.substr(0, 5) == ".loc ") {
            member = discriminatorOf(line);
            continue;
        }
        if (isNoise(line)) continue;
        const bool isInstruction = line.front() != '.' && line.find(':') == std::string_view::npos;
        const std::string tag = isInstruction ? memberTag(plan, member) : std::string();
        text += tag.empty() ? raw + "\n" : format("%-70s # %s\n", raw.c_str(), tag.c_str());
    }
    return text;
}

} // namespace jitscope
