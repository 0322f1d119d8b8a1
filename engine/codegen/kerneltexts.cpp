// SPDX-License-Identifier: Apache-2.0
#include "engine/codegen/kerneltexts.h"

#include "engine/base/text.h"
#include "engine/codegen/hostjit.h"
#include "engine/codegen/kernellisting.h"
#include "engine/codegen/kernelmodule.h"
#include "engine/codegen/kernelplan.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

namespace jitscope::inline codegen {
namespace {

bool hasSource(const KernelPlan &plan, unsigned member) {
    if (member > plan.members.size()) return false;
    const SpanList &spans = plan.members[member - 1]->spans;
    return spans && !spans->empty() && spans->front().line > 0;
}

KernelCoverage coverageOf(const KernelPlan &plan, const llvm::Module &module) {
    KernelCoverage coverage;
    for (const llvm::Function &function : module)
        for (const llvm::BasicBlock &block : function)
            for (const llvm::Instruction &instruction : block) {
                ++coverage.instructions;
                const unsigned member = instruction.getDebugLoc() ? instruction.getDebugLoc().getLine() : 0;
                if (member == 0)
                    ++coverage.ofNone;
                else
                    ++coverage.ofMembers;
                if (member != 0 && hasSource(plan, member)) ++coverage.withSource;
            }
    return coverage;
}

/** The member of the tag "[3] " that begins at `at`, or 0. */
int memberAt(std::string_view line, size_t at) {
    const bool isWord = at == 0 || line[at - 1] == ' ';
    int member = 0;
    const char *const end = line.data() + line.size();
    const auto [rest, error] = std::from_chars(line.data() + at + 1, end, member);
    const bool isTag = isWord && error == std::errc() && end - rest >= 2 && rest[0] == ']' && rest[1] == ' ';
    return isTag ? member : 0;
}

/** Code in front of a comment that is only the tag loses it: the tag has a column of its own. */
std::string_view withoutTag(std::string_view line, size_t tag) {
    if (tag < 2) return line;
    const char comment = line[tag - 2];
    const std::string_view code = line.substr(0, tag - 2);
    const bool isBehindCode = (comment == ';' || comment == '#') && code.find_first_not_of(' ') != code.npos;
    return isBehindCode ? code.substr(0, code.find_last_not_of(' ') + 1) : line;
}

KernelLine lineOf(std::string_view line) {
    for (size_t at = line.find('['); at != line.npos; at = line.find('[', at + 1))
        if (const int member = memberAt(line, at)) return {std::string(withoutTag(line, at)), member};
    return {std::string(line), 0};
}

} // namespace

Result<KernelTexts> kernelTexts(const Graph &kernel) {
    const auto plan = planKernel(kernel);
    if (!plan) return plan.error();
    HostJit &jit = HostJit::instance();
    llvm::LLVMContext context;
    const auto module = buildKernelModule(*plan, "kernel", jit.floatLanes(), context);
    KernelTexts texts;
    texts.loops = toString(*plan);
    texts.unoptimizedIr = listMembers(*plan, ";") + listIr(*plan, *module);
    jit.optimize(*module);
    texts.coverage = coverageOf(*plan, *module);
    texts.optimizedIr = listMembers(*plan, ";") + listIr(*plan, *module);
    texts.assembly =
        "# " + jit.description() + "\n" + listMembers(*plan, "#") + listAssembly(*plan, jit.assembly(*module));
    return texts;
}

std::vector<KernelLine> kernelLines(std::string_view text) {
    std::vector<KernelLine> lines;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(lineOf(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

int widestRegisterBits(std::string_view assembly) {
    constexpr std::pair<std::string_view, int> registers[] = {{"%zmm", 512}, {"%ymm", 256}, {"%xmm", 128}};
    for (const auto &[name, bits] : registers)
        if (assembly.find(name) != assembly.npos) return bits;
    return 0;
}

} // namespace jitscope::inline codegen
