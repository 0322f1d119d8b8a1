// SPDX-License-Identifier: GPL-3.0-or-later
// The variants of a document and the work on them: they outlive the panel, which is made anew in another language.
#pragma once

#include "app/panels/variants/varianttable.h"
#include "app/sdk/paneldef.h"
#include "engine/session/variantrecord.h"

#include <QObject>
#include <functional>
#include <map>
#include <set>

namespace jitscope {
inline namespace variantspanel {

/** What a run leaves for the next one. */
struct CarriedVariants {
    std::vector<VariantRecord> records;
    std::vector<NodeId> ids; ///< of the captured calls that their decisions name
};

class VariantShelf : public QObject {
    Q_OBJECT
public:
    /** Those of the context's document, which it has from the first call on. */
    static VariantShelf &of(const PanelContext &context);

    VariantTable &tableOf(int compilation);
    /** Null while nobody asked for it. */
    VariantTable *find(int compilation) const;
    /** The compilation whose variants are looked at, -1 for none. */
    int shown() const { return m_shown; }
    void setShown(int compilation) { m_shown = compilation; }
    /** Whether something is compiled or timed. */
    bool isWaiting() const { return m_waiting > 0; }
    /** True once for each key of what the console left. */
    bool isNews(const std::string &key) { return m_taken.insert(key).second; }

    /** What is said of a compiled variant, in a job. */
    using Remark = std::function<std::string(const Compilation &)>;
    /** A row more, which is compiled and timed. */
    void make(int compilation, const VariantSpec &spec, Remark remark = {});
    /** The stages of a row of an earlier run. */
    void compileAgain(int compilation, int id);
    void time(int compilation, int id);

Q_SIGNALS:
    void changed(int compilation);
    /** By a change that was done, undone or done again. */
    void inserted(int compilation, int id);
    void failed(const QString &reason);

private:
    using Done = std::function<void(VariantTable &, std::shared_ptr<const Variant>, const std::string &)>;

    explicit VariantShelf(const PanelContext &context);
    void reset();
    std::vector<VariantRecord> keptOf(int compilation) const;
    /** Of an equal graph of an earlier run; null for none. */
    const CarriedVariants *carriedTo(int compilation);
    /** Saving the session saves the tables with it. */
    void keep();
    void keepPinned();
    /** The same for graphs that are equal but for the numbers of their nodes. */
    const std::string &captureOf(int compilation);
    /** `done` gets the variant with what was said of it. */
    void compile(int compilation, const VariantSpec &spec, Remark remark, Done done);
    void takeTimes(int compilation, int id, const std::shared_ptr<const Variant> &variant, const PairedTimes &times);

    Document &m_document;
    Jobs &m_jobs;
    std::map<int, std::unique_ptr<VariantTable>> m_tables; ///< by compilation
    std::map<int, std::string> m_captures; ///< what was captured, by compilation, as far as it was asked for
    /** Variants by what they are of: those of a run stay for the next one that captures the same graph. */
    std::map<std::string, CarriedVariants> m_carried;
    std::set<std::string> m_taken; ///< keys of what the console left
    int m_shown = -1;
    int m_waiting = 0; ///< jobs on their way
    int m_started = 0; ///< jobs so far, for their tags
};

} // namespace variantspanel
} // namespace jitscope
