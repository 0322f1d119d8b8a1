// SPDX-License-Identifier: Apache-2.0
// Writes loops with explicit vectors.
//
// The last axis is walked one vector register at a time. Shapes are known when a kernel is compiled, so nothing is left
// for LLVM's loop vectorizer to find out; writing vectors ourselves saves its time (the most expensive pass of the -O3
// pipeline on such loops), never fails to vectorize, and gives the same rounding in every lane of a tensor. The rest of
// an axis that does not fill a register is not a second, scalar loop either: the last vector is moved back so that it
// ends with the axis, and computes some elements twice; reductions leave those lanes out. That is sound because outputs
// never overlap inputs. Only an axis shorter than a register takes masked loads and stores.
//
// Sums are precise however long they are: no lane of an accumulator takes more than `mostAdditions` numbers before the
// lanes are added pairwise and carried on in double precision (along rows) or in a second accumulator (along columns).
#include "engine/codegen/loopwriter.h"

#include "engine/codegen/reductioncode.h"
#include "engine/codegen/memoryaccess.h"
#include "engine/codegen/servedmembers.h"
#include "engine/codegen/vectorcode.h"

#include <algorithm>
#include <bit>

namespace jitscope::inline codegen {
namespace {

class LoopWriter {
public:
    LoopWriter(NestState &state, const KernelLoop &loop)
        : m_state(state)
        , m_nest(state.nest)
        , m_loop(loop)
        , m_size(loop.shape.back())
        , m_inner(loop.shape.rank() - 1)
        , m_isColumns(m_nest.form == NestForm::Columns)
        , b(state.b)
        , m_code(b, unsigned(lanesOf(loop, state.floatLanes)))
        , m_copies(vectorsAtOnce(m_nest, loop, state.floatLanes))
        , m_memory(state) {}

    void write() {
        locateLoop();
        if (m_isColumns) return writeColumns();
        makeReductions(additionsOfLane(m_nest, m_loop, m_state.floatLanes) > mostAdditions);
        walk(0, m_inner, m_state.rowIndices, [&](const Indices &indices) { writeAlongRow(indices); });
        for (size_t i = 0; i < m_reductions.size(); ++i)
            finishRow(m_loop.reductions[i], m_reductions[i]);
    }

private:
    using Indices = std::vector<llvm::Value *>;
    /** Addresses at the start of the last axis, and what is read in front of it; null for what is read in it. */
    struct Row {
        Indices loads, stores, broadcast;
    };
    /** The values of one vector. */
    struct Lanes {
        Indices loaded, computed;
    };

    void locate(int member, const KernelAccess &access = {}) {
        b.SetCurrentDebugLocation(m_state.locations.ofMember(member, access));
    }
    void locateLoad(size_t load) {
        locate(memberOfLoad(m_loop, load), accessTo(m_loop.loads[load].from, m_loop.loads[load].index));
    }
    void locateStore(const KernelStore &store) {
        locate(memberOfStore(m_loop, store), accessTo(store.to, store.index));
    }
    /** Ranges and counting are there for what the loop ends with. */
    void locateLoop() { locate(resultMember(m_loop)); }

    int64_t lanes() const { return m_code.lanes(); }
    llvm::Value *number(int64_t value) { return b.getInt64(uint64_t(value)); }

    // --- axes --------------------------------------------------------------------------------------------------------

    llvm::Value *firstOf(int axis) {
        if (axis == 0 && m_nest.chunk != 0) return b.CreateNSWMul(m_state.chunk, number(m_nest.chunk));
        if (axis == m_inner && m_nest.block != 0) return b.CreateNSWMul(m_state.block, number(m_nest.block));
        return number(0);
    }

    llvm::Value *endOf(int axis) {
        const int64_t size = m_loop.shape[axis];
        if (axis == 0 && m_nest.chunk != 0)
            return smaller(b.CreateNSWAdd(firstOf(0), number(m_nest.chunk)), number(size));
        if (axis == m_inner && m_nest.block != 0) {
            llvm::Value *isLast = b.CreateICmpEQ(m_state.block, number(blocksOf(m_nest) - 1));
            return b.CreateSelect(isLast, number(size), b.CreateNSWAdd(firstOf(axis), number(m_nest.block)));
        }
        return number(size);
    }

    llvm::Value *smaller(llvm::Value *x, llvm::Value *y) {
        return b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, x, y, nullptr, "smaller");
    }

    /** Loops over the axes [axis, end) of the loop around `body(indices)`. */
    template<class Body> void walk(int axis, int end, Indices indices, Body &&body) {
        if (axis == end) return body(indices);
        m_state.loop(firstOf(axis), endOf(axis), 1, "axis", [&](llvm::Value *index) {
            indices.push_back(index);
            walk(axis + 1, end, indices, body);
            indices.pop_back();
        });
    }

    int64_t lengthOf(int axis) const { return axis == 0 && m_nest.chunk != 0 ? m_nest.chunk : m_loop.shape[axis]; }

    // --- along rows --------------------------------------------------------------------------------------------------

    void writeAlongRow(const Indices &indices) {
        const Row row = rowAt(indices);
        llvm::Value *first = firstOf(m_inner), *end = endOf(m_inner);
        if (m_size <= lanes()) {
            writeVector(row, number(0), 0, m_size < lanes() ? lanesBelow(m_size) : nullptr);
            return flushRow();
        }
        const int64_t span = mostAdditions * lanes() * m_copies;
        if (m_reductions.empty() || lengthOf(m_inner) <= span) {
            writeRange(row, first, end);
            return flushRow();
        }
        m_state.loop(first, end, span, "span", [&](llvm::Value *start) {
            writeRange(row, start, smaller(b.CreateNSWAdd(start, number(span)), end));
            flushRow();
        });
    }

    /** Whole groups of vectors, then what is left, vector by vector. */
    void writeRange(const Row &row, llvm::Value *first, llvm::Value *end) {
        const int64_t group = lanes() * m_copies;
        if (m_copies > 1) {
            llvm::Value *whole = b.CreateAnd(b.CreateNSWSub(end, first), number(-group));
            llvm::Value *stop = b.CreateNSWAdd(first, whole);
            m_state.loopIfAny(first, stop, group, "vectors", [&](llvm::Value *index) {
                for (int copy = 0; copy < m_copies; ++copy)
                    writeVector(row, b.CreateNSWAdd(index, number(copy * lanes())), copy, nullptr);
            });
            first = stop;
        }
        llvm::Value *last = b.CreateNSWSub(end, number(lanes()), "last");
        m_state.loopIfAny(first, end, lanes(), "vector", [&](llvm::Value *index) {
            llvm::Value *at = smaller(index, last);
            llvm::Value *mask = m_reductions.empty() || fillsVectors(first, end) ? nullptr : lanesFrom(index, at);
            writeVector(row, at, 0, mask);
        });
    }

    bool fillsVectors(llvm::Value *first, llvm::Value *end) const {
        const auto *from = llvm::dyn_cast<llvm::ConstantInt>(first), *to = llvm::dyn_cast<llvm::ConstantInt>(end);
        return from && to && (to->getSExtValue() - from->getSExtValue()) % lanes() == 0;
    }

    /** The lanes of a vector at `at` that the vectors before `index` have not seen. */
    llvm::Value *lanesFrom(llvm::Value *index, llvm::Value *at) {
        std::vector<llvm::Constant *> numbers;
        for (unsigned lane = 0; lane < m_code.lanes(); ++lane)
            numbers.push_back(b.getInt32(lane));
        llvm::Value *seen = b.CreateTrunc(b.CreateNSWSub(index, at), b.getInt32Ty());
        return b.CreateICmpSGE(llvm::ConstantVector::get(numbers), m_code.splat(seen));
    }

    llvm::Constant *lanesBelow(int64_t count) const {
        std::vector<llvm::Constant *> flags;
        for (unsigned lane = 0; lane < m_code.lanes(); ++lane)
            flags.push_back(llvm::ConstantInt::getBool(m_state.function.getContext(), lane < count));
        return llvm::ConstantVector::get(flags);
    }

    void flushRow() {
        for (size_t i = 0; i < m_reductions.size(); ++i) {
            locate(m_loop.reductions[i].member);
            m_reductions[i].flushToDouble();
        }
        locateLoop();
    }

    void finishRow(const KernelReduction &reduction, ReductionCode &code) {
        locate(reduction.member);
        VectorCode scalar(b, 1);
        llvm::Value *result = finished(scalar, reduction, code.scalar());
        m_state.reductions.push_back(result);
        storeHomes(scalar, reduction, result, number(0), nullptr);
        locateLoop();
    }

    // --- along columns -----------------------------------------------------------------------------------------------

    void writeColumns() {
        const int64_t width = lanes() * m_copies;
        int64_t additions = 1;
        for (int axis = 0; axis < m_inner; ++axis)
            additions *= lengthOf(axis);
        makeReductions(additions > mostAdditions);
        if (m_size <= lanes()) return writeTile(number(0));
        llvm::Value *first = firstOf(m_inner), *end = endOf(m_inner);
        llvm::Value *last = b.CreateNSWSub(end, number(width), "last");
        m_state.loop(first, end, width, "tile", [&](llvm::Value *index) { writeTile(smaller(index, last)); });
    }

    /** All reduced axes for the columns from `column` on. */
    void writeTile(llvm::Value *column) {
        for (ReductionCode &reduction : m_reductions)
            reduction.reset();
        walk(0, m_inner - 1, m_state.rowIndices, [&](Indices indices) {
            llvm::Value *first = firstOf(m_inner - 1), *end = endOf(m_inner - 1);
            const auto alongColumn = [&](llvm::Value *from, llvm::Value *to) {
                m_state.loop(from, to, 1, "element", [&](llvm::Value *index) {
                    indices.push_back(index);
                    writeTileRow(rowAt(indices), column);
                    indices.pop_back();
                });
                flushColumns();
            };
            if (lengthOf(m_inner - 1) <= mostAdditions) return alongColumn(first, end);
            m_state.loop(first, end, mostAdditions, "span", [&](llvm::Value *start) {
                alongColumn(start, smaller(b.CreateNSWAdd(start, number(mostAdditions)), end));
            });
        });
        for (size_t i = 0; i < m_reductions.size(); ++i)
            finishColumns(m_loop.reductions[i], m_reductions[i], column);
    }

    llvm::Constant *columnMask() const { return m_size < lanes() ? lanesBelow(m_size) : nullptr; }

    void writeTileRow(const Row &row, llvm::Value *column) {
        for (int copy = 0; copy < m_copies; ++copy)
            writeVector(row, b.CreateNSWAdd(column, number(copy * lanes())), copy, columnMask());
    }

    void flushColumns() {
        for (size_t i = 0; i < m_reductions.size(); ++i) {
            locate(m_loop.reductions[i].member);
            m_reductions[i].flushToSums();
        }
        locateLoop();
    }

    void finishColumns(const KernelReduction &reduction, ReductionCode &code, llvm::Value *column) {
        for (int copy = 0; copy < m_copies; ++copy) {
            locate(reduction.member);
            llvm::Value *result = finished(m_code, reduction, code.vector(copy));
            storeHomes(m_code, reduction, result, b.CreateNSWAdd(column, number(copy * lanes())), columnMask());
        }
        locateLoop();
    }

    // --- reductions
    // -------------------------------------------------------------------------------------------------------

    void makeReductions(bool isLong) {
        for (const KernelReduction &reduction : m_loop.reductions)
            m_reductions.emplace_back(m_code, reduction.kind, m_copies, isLong, m_isColumns);
        for (ReductionCode &reduction : m_reductions)
            reduction.reset();
    }

    /** What the reduction gives, from the reduced numbers. */
    llvm::Value *finished(VectorCode &code, const KernelReduction &reduction, llvm::Value *reduced) {
        if (reduction.divisor != 1) reduced = b.CreateFDiv(reduced, code.number(double(reduction.divisor)));
        if (reduction.result == ElementKind::Bool) return b.CreateFCmpUNE(reduced, code.number(0));
        return code.rounded(reduced, reduction.dtype);
    }

    /** Results of rows, or of the columns of rows, lie one behind the other; those of each range apart. */
    void storeHomes(VectorCode &code, const KernelReduction &reduction, llvm::Value *result, llvm::Value *column,
                    llvm::Constant *mask) {
        llvm::Value *place = m_state.row;
        if (m_nest.chunk != 0)
            place = b.CreateNSWAdd(place, b.CreateNSWMul(m_state.chunk, number(m_nest.rows.product())));
        if (m_isColumns) place = b.CreateNSWAdd(b.CreateNSWMul(place, number(m_size)), column);
        for (const ReductionHome &home : reduction.homes) {
            locate(reduction.member, accessTo(home.to, home.index));
            const bool isOutput = home.to == KernelMemory::Output;
            const DType inScratch = reduction.result == ElementKind::Bool ? DType::Bool : DType::Float32;
            const KernelStore store{home.to, home.index, isOutput ? reduction.dtype : inScratch, {}, {}};
            m_memory.store(code, store, m_memory.baseOf(home.to, home.index), place, result, mask);
        }
    }

    // --- one vector --------------------------------------------------------------------------------------------------

    void writeVector(const Row &row, llvm::Value *index, int copy, llvm::Value *mask) {
        auto *fixedMask = mask && llvm::isa<llvm::Constant>(mask) ? llvm::cast<llvm::Constant>(mask) : nullptr;
        Lanes lanes{row.broadcast, {}};
        for (size_t i = 0; i < m_loop.loads.size(); ++i) {
            if (lanes.loaded[i]) continue;
            locateLoad(i);
            lanes.loaded[i] = m_memory.load(m_code, m_loop.loads[i], row.loads[i], index, fixedMask);
        }
        for (const KernelStep &step : m_loop.steps)
            lanes.computed.push_back(writeStep(step, lanes));
        for (size_t i = 0; i < m_reductions.size(); ++i) {
            locate(m_loop.reductions[i].member);
            m_reductions[i].add(operand(m_loop.reductions[i].value, ElementKind::Number, lanes), copy,
                                m_isColumns ? nullptr : mask);
        }
        for (size_t i = 0; i < m_loop.stores.size(); ++i) {
            const KernelStore &to = m_loop.stores[i];
            locateStore(to);
            m_memory.store(m_code, to, row.stores[i], index, operand(to.value, kindFor(to), lanes), fixedMask);
        }
        locateLoop();
    }

    static ElementKind kindFor(const KernelStore &store) {
        if (store.dtype == DType::Bool) return ElementKind::Bool;
        if (store.dtype == DType::Int32) return ElementKind::Int32;
        return store.dtype == DType::Int64 ? ElementKind::Int64 : ElementKind::Number;
    }

    llvm::Value *writeStep(const KernelStep &step, const Lanes &lanes) {
        locate(step.member);
        Indices operands;
        for (size_t i = 0; i < step.operands.size(); ++i)
            operands.push_back(operand(step.operands[i], step.emitter->operands[i], lanes));
        llvm::Value *result = step.emitter->emit(m_code, operands);
        if (step.emitter->result == ElementKind::Number) result = m_code.rounded(result, step.dtype);
        if (llvm::isa<llvm::Instruction>(result) && !result->hasName())
            result->setName(format("%s.%d", m_state.plan.members[size_t(step.member)]->op.c_str(), step.member + 1));
        return result;
    }

    llvm::Value *operand(const KernelOperand &operand, ElementKind wanted, const Lanes &lanes) {
        if (operand.source == KernelOperand::Source::Constant) return m_code.constant(wanted, operand.constant);
        if (operand.source == KernelOperand::Source::Reduction)
            return m_code.converted(m_code.splat(m_state.reductions[size_t(operand.index)]), operand.kind, wanted);
        const bool isLoad = operand.source == KernelOperand::Source::Load;
        llvm::Value *value = (isLoad ? lanes.loaded : lanes.computed)[size_t(operand.index)];
        return m_code.converted(value, operand.kind, wanted);
    }

    // --- memory ------------------------------------------------------------------------------------------------------

    Row rowAt(const Indices &indices) {
        Row row;
        for (size_t i = 0; i < m_loop.loads.size(); ++i) {
            const KernelLoad &load = m_loop.loads[i];
            locateLoad(i);
            row.loads.push_back(m_memory.addressAt(load.from, load.index, load.dtype, load.strides, indices));
            const bool isStretched = load.strides.back() == 0;
            row.broadcast.push_back(isStretched ? m_memory.loadStretched(m_code, load, row.loads.back()) : nullptr);
        }
        for (const KernelStore &store : m_loop.stores) {
            locateStore(store);
            row.stores.push_back(m_memory.addressAt(store.to, store.index, store.dtype, store.strides, indices));
        }
        locateLoop();
        return row;
    }

    NestState &m_state;
    const LoopNest &m_nest;
    const KernelLoop &m_loop;
    const int64_t m_size; ///< of the last axis
    const int m_inner;    ///< the last axis
    const bool m_isColumns;
    llvm::IRBuilder<> &b;
    VectorCode m_code;
    const int m_copies;
    MemoryAccess m_memory;
    std::vector<ReductionCode> m_reductions;
};

} // namespace

void writeLoop(NestState &state, const KernelLoop &loop) {
    LoopWriter(state, loop).write();
}

} // namespace jitscope::inline codegen
