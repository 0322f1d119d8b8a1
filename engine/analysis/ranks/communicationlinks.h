// SPDX-License-Identifier: Apache-2.0
// Links between ranks: what moved over each, how fast, which of them are slow, and how speed goes by the size of
// packets.
#pragma once

#include "engine/profile/profile.h"

#include <optional>
#include <string>
#include <vector>

namespace jitscope::inline analysis {

/** What moved from one rank to another. */
struct LinkTraffic {
    std::string group;
    int64_t source = -1, target = -1; ///< ranks of the run; where that is not known, places in the group
    bool isLocalNumber = false;       ///< places in the group
    std::string transport;            ///< HCCS, RDMA, PCIE, SIO, LOCAL
    double bytes = 0;
    int64_t timeNs = 0;
    /** GB/s, bytes by time; 0 where nothing moved. */
    double bandwidth() const { return timeNs > 0 ? bytes / double(timeNs) : 0; }
};

/** Of all profiles, summed over operators and steps, by group, source and target. Producers number ranks by their place
    in the group: which rank that is tells the profile whose copies to itself have that number. */
std::vector<LinkTraffic> linkTraffic(const std::vector<ProfilePtr> &profiles);

/** What links of a kind reach in practice, in GB/s; nothing for kinds without a figure (LOCAL). */
std::optional<double> usualBandwidth(std::string_view transport);

struct SlowLink {
    LinkTraffic link;
    double usual = 0;  ///< of its kind in practice, 0: no figure
    double median = 0; ///< of the links of its kind here
};
/** Links that stay a fifth below what their kind reaches in practice or below the median of their kind, and moved a
    megabyte at least (small transfers are all latency); the slowest first. */
std::vector<SlowLink> slowLinks(const std::vector<LinkTraffic> &links);

/** Transfers of one size over one kind of link. */
struct PacketRate {
    std::string transport;
    double bytes = 0; ///< of one transfer
    int64_t count = 0;
    int64_t totalNs = 0;
    double bandwidth() const { return totalNs > 0 ? bytes * double(count) / double(totalNs) : 0; }
};
/** By transport, then by size. */
std::vector<PacketRate> packetRates(const std::vector<ProfilePtr> &profiles);

} // namespace jitscope::inline analysis
