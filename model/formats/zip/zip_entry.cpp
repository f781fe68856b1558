#include "formats/zip/zip_entry.h"

#include "core/text/utf8.h"
#include "formats/zip/cp437.h"
#include "formats/zip/zip_bytes.h"

namespace loupe::zip {

bool setZipName(ZipEntry& entry, std::string_view raw)
{
    constexpr unsigned isUtf8 = 1U << 11;
    const std::string_view name = raw.substr(0, raw.find('\0'));
    const bool claimed = (entry.flags & isUtf8) != 0;
    const bool valid = claimed && validUtf8Prefix(name) == name.size();
    entry.name = valid ? std::string(name) : fromCp437(name);
    return valid || !claimed;
}

bool readZip64Numbers(std::span<const std::byte> extra, ZipEntry& entry)
{
    constexpr std::size_t fieldHeader = 4;
    constexpr std::uint16_t zip64Id = 1;
    bool missing = entry.size == zipElsewhere || entry.compressedSize == zipElsewhere || entry.offset == zipElsewhere;
    while (extra.size() >= fieldHeader) {
        const std::size_t size = zipNumber<std::uint16_t>(extra, 2);
        if (size > extra.size() - fieldHeader)
            return false;
        std::span<const std::byte> field = extra.subspan(fieldHeader, size);
        if (zipNumber<std::uint16_t>(extra, 0) == zip64Id) {
            for (std::uint64_t* const number : {&entry.size, &entry.compressedSize, &entry.offset}) {
                if (*number != zipElsewhere)
                    continue;
                if (field.size() < sizeof *number)
                    return false;
                *number = zipNumber<std::uint64_t>(field, 0);
                field = field.subspan(sizeof *number);
            }
            missing = false;
        }
        extra = extra.subspan(fieldHeader + size);
    }
    return !missing;
}

} // namespace loupe::zip
