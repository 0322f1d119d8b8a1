// SPDX-License-Identifier: Apache-2.0
// A kernel graph laid out as loop nests, before any machine code: what is loaded where, computed, reduced and stored.
//
// A nest walks rows, one after the other or on several threads, and in each row makes one or more loops over the row's
// elements. What a loop reduces is known to the loops behind it, so that the whole of a softmax is one nest of three
// loops whose row stays in the cache. Nests run one after the other; what one leaves for the next is in scratch
// memory.
#pragma once

#include "engine/base/result.h"
#include "engine/codegen/emitters.h"
#include "engine/ir/graph.h"

#include <string>
#include <vector>

namespace jitscope::inline codegen {

/** Memory that kernels read and write. */
enum class KernelMemory : uint8_t {
    Input,
    Output,
    Scratch,   ///< results of reductions for later nests; float32
    RowBuffer, ///< elements of one row, kept for a later loop over it; float32
};

/** Elements read at every index of a loop. */
struct KernelLoad {
    KernelMemory from = KernelMemory::Input;
    int index = 0; ///< of the input, scratch block or row buffer
    DType dtype = DType::Float32;
    Dims strides; ///< in elements, for each axis of rows ++ the loop's; 0 where the value is broadcast
};

/** Where a step, reduction or store finds a value. */
struct KernelOperand {
    enum class Source : uint8_t { Load, Step, Reduction, Constant };
    Source source = Source::Constant;
    ElementKind kind = ElementKind::Number;
    int index = 0;       ///< of the load, the step, or the reduction of this nest
    double constant = 0; ///< bools are 0 and 1
};

/** One operator at every index of a loop. */
struct KernelStep {
    const Emitter *emitter = nullptr;
    int member = 0;               ///< index into KernelPlan::members
    DType dtype = DType::Float32; ///< of the result; numbers are rounded to it
    std::vector<KernelOperand> operands;
};

struct KernelStore {
    KernelMemory to = KernelMemory::Output;
    int index = 0;
    DType dtype = DType::Float32;
    Dims strides;
    KernelOperand value;
};

enum class ReductionKind : uint8_t { Sum, Max, Min };

/** Where the result of a reduction is stored, besides being known to later loops of its nest; rows lie one behind the
    other. */
struct ReductionHome {
    KernelMemory to = KernelMemory::Output;
    int index = 0;
};

/** All elements of a row (of its columns, see NestForm) reduced into one. */
struct KernelReduction {
    ReductionKind kind = ReductionKind::Sum;
    int member = 0;
    int number = 0; ///< counts the reductions of the nest
    ElementKind result = ElementKind::Number;
    DType dtype = DType::Float32; ///< of the result; numbers are rounded to it
    int64_t divisor = 1;          ///< of means
    KernelOperand value;
    std::vector<ReductionHome> homes;
};

struct KernelLoop {
    Dims shape; ///< never without an axis; the last is walked by vectors
    std::vector<KernelLoad> loads;
    std::vector<KernelStep> steps;
    std::vector<KernelStore> stores;
    std::vector<KernelReduction> reductions;
};

enum class NestForm : uint8_t {
    Rows,    ///< reductions take all elements of a row
    Columns, ///< reductions take all elements that share a place on the last axis, which stays
};

struct LoopNest {
    NestForm form = NestForm::Rows;
    Dims rows; ///< each row is independent of the others; may be empty: one row
    std::vector<KernelLoop> loops;
    std::vector<int64_t> rowBuffers; ///< their sizes in elements
    /** Nests of one loop: the first axis is cut into ranges that are reduced apart, so that threads can share a row.
        Results go to `homes` range by range, and a nest behind this one reduces those. 0: not cut. */
    int64_t chunk = 0;
    int64_t block = 0; ///< nests of one loop: the last axis is cut into ranges for threads to share; 0: not cut
};

struct KernelPlan {
    std::string name;
    std::vector<NodePtr> members; ///< the calls of the graph, in its order
    std::vector<Dims> outputs;    ///< the shape of each output
    std::vector<LoopNest> nests;  ///< in the order in which they run
    std::vector<int64_t> scratch; ///< size of each scratch block in elements
};

/** Of numbers that a lane of an accumulator takes before they go on in double precision. */
constexpr int64_t mostAdditions = 64;

/** The most numbers of the axis that a vector has: a power of two. */
int64_t lanesOf(const KernelLoop &loop, int64_t floatLanes);

/** How many vectors are computed at once: reductions of cheap values would wait for each addition. */
int vectorsAtOnce(const LoopNest &nest, const KernelLoop &loop, int64_t floatLanes);

/** The most numbers that a lane takes for one result along a row. */
int64_t additionsOfLane(const LoopNest &nest, const KernelLoop &loop, int64_t floatLanes);

/** Lays out `kernel`. The error names the first node that cannot be part of a kernel, and why. */
Result<KernelPlan> planKernel(const Graph &kernel);

/** Into how many pieces a nest falls that can run in any order: rows times ranges. */
int64_t unitsOf(const LoopNest &nest);

/** The ranges of the first axis, and of the last; 1 where it is not cut. */
int64_t chunksOf(const LoopNest &nest);
int64_t blocksOf(const LoopNest &nest);

/** The nests as text: all that the code of a kernel depends on, and nothing else. Equal texts, equal code. */
std::string toString(const KernelPlan &plan);

} // namespace jitscope::inline codegen
