#include "views/byte_map/byte_map_key.h"

#include "views/byte_map/byte_map_source.h"
#include "views/byte_map/region_patterns.h"
#include "views/colors/theme.h"

#include <bitset>

namespace loupe {

void addRegionKinds(ByteMapKey& key, const ByteMapSource& source)
{
    std::bitset<std::size_t(RegionKind::Unread) + 1> kinds;
    for (const ByteMapSource::Strip& strip : source.strips()) {
        const RegionList& regions = source.regions(strip);
        for (const std::uint32_t index : regions.apart())
            kinds.set(std::size_t(regions.all()[index].kind));
    }
    for (const RegionKind kind :
        {RegionKind::LengthField, RegionKind::Header, RegionKind::Padding, RegionKind::Content, RegionKind::Shared,
            RegionKind::Hole, RegionKind::Overlap, RegionKind::Trailing, RegionKind::PastTheEnd, RegionKind::Unread}) {
        if (!kinds.test(std::size_t(kind)))
            continue;
        key.entries.push_back({titleOf(kind), [kind](QPainter& painter, const QRect& rect, const Theme& theme) {
                                   fillRegion(painter, rect, kind, theme);
                               }});
    }
}

} // namespace loupe
