// SPDX-License-Identifier: Apache-2.0
// Metadata of a kernel's module: which member each instruction computes and which memory it is there for, and which
// memory never overlaps.
#pragma once

#include "engine/base/text.h"
#include "engine/codegen/kernelaccess.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace jitscope::inline codegen {

/** The debug locations of one module: lines count the members of the kernel, from 1; columns say which memory is
    meant. */
class MemberLocations {
public:
    explicit MemberLocations(llvm::Module &module)
        : m_builder(module)
        , m_file(m_builder.createFile("members", "")) {
        // Only line directives are wanted: nobody debugs the kernel's memory, but the listing maps back to members.
        m_unit = m_builder.createCompileUnit(llvm::dwarf::DW_LANG_Python, m_file, "JitScope", true, "", 0, "",
                                             llvm::DICompileUnit::DebugDirectivesOnly, 0, true, false,
                                             llvm::DICompileUnit::DebugNameTableKind::None);
        module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
        module.addModuleFlag(llvm::Module::Warning, "Dwarf Version", 5);
    }

    void beginFunction(llvm::Function &function) {
        llvm::DISubroutineType *type = m_builder.createSubroutineType(m_builder.getOrCreateTypeArray({}));
        m_subprogram = m_builder.createFunction(
            m_unit, function.getName(), function.getName(), m_file, 0, type, 0, llvm::DINode::FlagZero,
            llvm::DISubprogram::SPFlagDefinition | llvm::DISubprogram::SPFlagOptimized);
        function.setSubprogram(m_subprogram);
    }

    /** Line 0, the location of code that nobody wrote, where `member` is -1. */
    llvm::DebugLoc ofMember(int member, const KernelAccess &access = {}) const {
        return llvm::DILocation::get(m_subprogram->getContext(), unsigned(member + 1), columnOf(access), m_subprogram);
    }

    void finish() { m_builder.finalize(); }

private:
    llvm::DIBuilder m_builder;
    llvm::DIFile *m_file;
    llvm::DICompileUnit *m_unit;
    llvm::DISubprogram *m_subprogram = nullptr;
};

/** Tells LLVM that outputs and scratch overlap neither inputs nor each other, which pointers out of an array cannot
    say. */
class AliasScopes {
public:
    AliasScopes(llvm::LLVMContext &context, size_t outputs)
        : m_context(context) {
        llvm::MDBuilder builder(context);
        llvm::MDNode *domain = builder.createAnonymousAliasScopeDomain("kernel");
        for (size_t i = 0; i < outputs; ++i)
            m_scopes.push_back(builder.createAnonymousAliasScope(domain, format("output %zu", i)));
        m_scopes.push_back(builder.createAnonymousAliasScope(domain, "scratch"));
    }

    /** A read of what this kernel does not write, but for the output that may take the input's memory (or -1). */
    void markInput(llvm::Instruction *load, int output = -1) const {
        std::vector<llvm::Metadata *> others = m_scopes;
        if (output >= 0) others.erase(others.begin() + output);
        load->setMetadata(llvm::LLVMContext::MD_noalias, list(others));
    }
    void markOutput(llvm::Instruction *store, size_t output) const { markScope(store, output); }
    void markScratch(llvm::Instruction *access) const { markScope(access, m_scopes.size() - 1); }

private:
    void markScope(llvm::Instruction *access, size_t scope) const {
        std::vector<llvm::Metadata *> others = m_scopes;
        others.erase(others.begin() + std::ptrdiff_t(scope));
        access->setMetadata(llvm::LLVMContext::MD_alias_scope, list({m_scopes[scope]}));
        if (!others.empty()) access->setMetadata(llvm::LLVMContext::MD_noalias, list(others));
    }
    llvm::MDNode *list(const std::vector<llvm::Metadata *> &scopes) const {
        return llvm::MDNode::get(m_context, scopes);
    }

    llvm::LLVMContext &m_context;
    std::vector<llvm::Metadata *> m_scopes;
};

} // namespace jitscope::inline codegen
