// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a table of variants for each compilation; compiles and times its rows in jobs.
#include "app/panels/variants/variantshelf.h"

#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "engine/ir/irtext.h"
#include "engine/session/session.h"
#include "engine/variants/decisionoptions.h"
#include "engine/variants/variantplacements.h"

#include <algorithm>

namespace jitscope {
inline namespace variantspanel {

namespace {

constexpr double secondsOfTiming = 1;

/** Where the recording's info has the place of the pinned variant among those of a compilation. */
std::string pinKey(int compilation) {
    return "pinned variant " + std::to_string(compilation);
}

/** What the session says of which is pinned comes from a file: a place that is none pins nothing. */
void pinKept(VariantTable &table, const std::map<std::string, std::string> &info, int compilation) {
    const auto found = info.find(pinKey(compilation));
    if (found == info.end()) return;
    bool isNumber = false;
    const int place = QString::fromStdString(found->second).toInt(&isNumber);
    if (isNumber && place >= 0 && place < int(table.rows().size())) table.setPinned(table.rows()[size_t(place)].id);
}

/** Of all calls, in the order of the graphs. */
std::vector<NodeId> capturedIds(const Compilation &compilation) {
    std::vector<NodeId> ids;
    for (const GraphPtr &graph : compilation.captured.graphs)
        for (const NodePtr &node : graph->nodes)
            ids.push_back(node->id);
    return ids;
}

/** Variants of a graph that is the same but for the numbers of its nodes. */
std::vector<VariantRecord> movedTo(const Compilation &compilation, const CarriedVariants &carried) {
    const std::vector<NodeId> ids = capturedIds(compilation);
    std::vector<VariantRecord> records = carried.records;
    for (VariantRecord &record : records) {
        record.compilation = compilation.index;
        for (DecisionUse &use : record.decisions)
            for (NodeId &node : use.decision.nodes) {
                const auto place = size_t(std::ranges::find(carried.ids, node) - carried.ids.begin());
                if (place < ids.size()) node = ids[place];
            }
    }
    return records;
}

/** What a job gives: the base and the program's own way, which only the first makes, and the variant. */
struct Made {
    std::shared_ptr<const VariantBase> base;
    std::shared_ptr<const Variant> own, variant;
    std::string remark = {};
};

Result<Made> made(const Session &session, int compilation, std::shared_ptr<const VariantBase> base,
                  const VariantSpec &spec) {
    std::shared_ptr<const Variant> own;
    if (!base) {
        auto fresh = variantBase(session, *session.compilation(compilation));
        if (!fresh) return fresh.error();
        base = std::make_shared<const VariantBase>(*std::move(fresh));
        own = std::make_shared<const Variant>(makeVariant(*base, {jitLevelOf(base->compilation), {}}));
    }
    auto variant = std::make_shared<const Variant>(makeVariant(*base, spec));
    return Made{std::move(base), std::move(own), std::move(variant), {}};
}

} // namespace

VariantShelf::VariantShelf(const PanelContext &context)
    : QObject(&context.document)
    , m_document(context.document)
    , m_jobs(context.jobs) {
    connect(&m_document, &Document::replaced, this, &VariantShelf::reset);
}

VariantShelf &VariantShelf::of(const PanelContext &context) {
    auto *known = context.document.findChild<VariantShelf *>(QString(), Qt::FindDirectChildrenOnly);
    return known ? *known : *new VariantShelf(context);
}

/** Those of before may be carried over. */
void VariantShelf::reset() {
    m_shown = -1;
    m_captures.clear();
    m_tables.clear();
    m_taken.clear();
}

VariantTable *VariantShelf::find(int compilation) const {
    const auto found = m_tables.find(compilation);
    return found == m_tables.end() ? nullptr : found->second.get();
}

std::vector<VariantRecord> VariantShelf::keptOf(int compilation) const {
    std::vector<VariantRecord> kept;
    for (const VariantRecord &record : m_document.session().variants)
        if (record.compilation == compilation) kept.push_back(record);
    return kept;
}

const CarriedVariants *VariantShelf::carriedTo(int compilation) {
    if (m_carried.empty()) return nullptr;
    const auto carried = m_carried.find(captureOf(compilation));
    return carried == m_carried.end() ? nullptr : &carried->second;
}

VariantTable &VariantShelf::tableOf(int compilation) {
    std::unique_ptr<VariantTable> &place = m_tables[compilation];
    if (place) return *place;
    std::vector<VariantRecord> kept = keptOf(compilation);
    const CarriedVariants *carried = kept.empty() ? carriedTo(compilation) : nullptr;
    if (carried) kept = movedTo(*m_document.session().compilation(compilation), *carried);
    place = std::make_unique<VariantTable>(std::move(kept));
    pinKept(*place, m_document.session().info, compilation);
    connect(place.get(), &VariantTable::changed, this, [this, compilation] {
        Q_EMIT changed(compilation);
        keep();
    });
    connect(place.get(), &VariantTable::inserted, this,
            [this, compilation](int id) { Q_EMIT inserted(compilation, id); });
    if (carried) keep();
    return *place;
}

const std::string &VariantShelf::captureOf(int compilation) {
    std::string &capture = m_captures[compilation];
    const Compilation *of = m_document.session().compilation(compilation);
    if (!capture.empty() || !of) return capture;
    PrintOptions options;
    options.canonicalNames = true;
    const std::string text = printModule(of->captured, options);
    capture = of->function + ' ' + of->jitLevel + ' ' + std::to_string(std::hash<std::string>()(text));
    return capture;
}

void VariantShelf::keep() {
    for (const auto &[compilation, table] : m_tables) {
        std::vector<VariantRecord> records;
        for (const VariantRow &row : table->rows())
            records.push_back(row.record);
        if (records.size() > 1)
            m_carried[captureOf(compilation)] = {std::move(records),
                                                 capturedIds(*m_document.session().compilation(compilation))};
        else
            m_carried.erase(captureOf(compilation));
    }
    std::vector<VariantRecord> all;
    for (const VariantRecord &record : m_document.session().variants)
        if (!m_tables.contains(record.compilation)) all.push_back(record);
    for (const auto &[compilation, table] : m_tables)
        for (const VariantRow &row : table->rows())
            all.push_back(row.record);
    m_document.setVariants(std::move(all));
    keepPinned();
}

void VariantShelf::keepPinned() {
    for (const auto &[compilation, table] : m_tables) {
        const int pinned = table->placeOf(table->pinned());
        const std::string place = pinned < 0 ? std::string() : std::to_string(pinned), key = pinKey(compilation);
        const auto &info = m_document.session().info;
        if (const auto found = info.find(key); place != (found == info.end() ? std::string() : found->second))
            m_document.setInfo(key, place);
    }
}

void VariantShelf::make(int compilation, const VariantSpec &spec, Remark remark) {
    compile(compilation, spec, std::move(remark),
            [this, compilation](VariantTable &table, const std::shared_ptr<const Variant> &variant,
                                const std::string &said) {
                VariantRecord record = recordOf(*variant, compilation, table.freeName());
                record.note = said;
                time(compilation, table.add({0, std::move(record), variant}));
            });
}

void VariantShelf::compileAgain(int compilation, int id) {
    const VariantTable &here = tableOf(compilation);
    const int at = here.placeOf(id);
    if (at < 0) return;
    compile(compilation, specOf(here.rows()[size_t(at)].record), {},
            [this, compilation, id](VariantTable &table, const std::shared_ptr<const Variant> &variant,
                                    const std::string &) {
                const int place = table.placeOf(id);
                if (place < 0) return;
                const VariantRow now = table.rows()[size_t(place)];
                if (now.isOwn()) return; // it came with the base
                VariantRecord record = recordOf(*variant, compilation, now.record.name);
                record.note = now.record.note;
                table.update({id, std::move(record), variant});
                time(compilation, id);
            });
}

void VariantShelf::compile(int compilation, const VariantSpec &spec, Remark remark, Done done) {
    ++m_waiting;
    const auto lent = m_document.lend();
    m_jobs.run(
        QStringLiteral("variant-%1").arg(++m_started), tr("Compiling a variant"), this,
        [lent, compilation, base = tableOf(compilation).base(), spec, remark = std::move(remark)](const CancelFlag &) {
            Result<Made> result = made(lent->session(), compilation, base, spec);
            if (result && remark) result->remark = remark(result->variant->record);
            return result;
        },
        [this, compilation, lent, done = std::move(done)](Result<Made> result) {
            --m_waiting;
            if (&lent->session() != &m_document.session()) return; // another file was opened meanwhile
            if (!result) return Q_EMIT failed(QString::fromStdString(result.error().message));
            VariantTable &table = tableOf(compilation);
            if (!table.base()) table.setOwn(result->base, {0, recordOf(*result->own, compilation, {}), result->own});
            done(table, result->variant, result->remark);
        });
}

void VariantShelf::time(int compilation, int id) {
    const VariantTable &here = tableOf(compilation);
    const int at = here.placeOf(id);
    if (at < 0) return;
    const std::shared_ptr<const Variant> variant = here.rows()[size_t(at)].variant, own = here.rows().front().variant;
    const auto canRun = [](const auto &each) { return each && each->executable && each->error.empty(); };
    if (!canRun(variant) || !own || !own->executable) return;
    ++m_waiting;
    m_jobs.run(
        QStringLiteral("variant-times-%1").arg(++m_started), tr("Timing a variant"), this,
        [base = here.base(), own, variant](const CancelFlag &cancelled) {
            const auto times =
                timeVariants(*base, own->spec, variant->spec, secondsOfTiming, [&] { return !cancelled->load(); });
            return times ? compareTimes(*times) : PairedTimes{};
        },
        [this, compilation, id, variant](const PairedTimes &times) {
            --m_waiting;
            takeTimes(compilation, id, variant, times);
        });
}

void VariantShelf::takeTimes(int compilation, int id, const std::shared_ptr<const Variant> &variant,
                             const PairedTimes &times) {
    VariantTable *table = find(compilation);
    const int place = table ? table->placeOf(id) : -1;
    if (place < 0 || table->rows()[size_t(place)].variant != variant) return; // undone meanwhile
    VariantRow row = table->rows()[size_t(place)];
    row.record = withTimes(std::move(row.record), times);
    table->update(row);
    VariantRow first = table->rows().front();
    first.record = withOwnTime(std::move(first.record), times);
    table->update(first);
}

} // namespace variantspanel
} // namespace jitscope

#include "moc_variantshelf.cpp"
