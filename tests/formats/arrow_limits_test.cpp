// Memory limits for schemas that refer to the same tables repeatedly. The files are assembled byte by byte.

#include "memory_to_open.h"
#include "sample_checks.h"

namespace loupe::test {

namespace {

void put(std::string& bytes, std::size_t position, std::uint32_t number)
{
    bytes.replace(position, sizeof number, reinterpret_cast<const char*>(&number), sizeof number);
}

std::string number16(std::uint16_t number)
{
    return {reinterpret_cast<const char*>(&number), sizeof number};
}

std::string number32(std::uint32_t number)
{
    return {reinterpret_cast<const char*>(&number), sizeof number};
}

/// The vtable of a FlatBuffers table: the position of each member in the table, as a 16-bit number. `size` is the
/// table's own size in bytes.
std::string fields(std::initializer_list<std::uint16_t> places, std::uint16_t size)
{
    std::string text = number16(static_cast<std::uint16_t>(4 + 2 * places.size())) + number16(size);
    for (const std::uint16_t place : places)
        text += number16(place);
    return text;
}

/// A stream with a schema whose vector `member` (1: fields, 2: metadata) refers `count` times to one table, whose first
/// member is the text `name`.
std::string schemaOf(unsigned member, std::uint32_t count, const std::string& name)
{
    std::string bytes = number32(0);
    const auto place = [&] { return static_cast<std::uint32_t>(bytes.size()); };
    // Message: version, type, header
    const std::uint32_t messageFields = place();
    bytes += fields({8, 10, 4}, 12);
    bytes.resize((bytes.size() + 3) / 4 * 4);
    const std::uint32_t message = place();
    put(bytes, 0, message);
    bytes += number32(message - messageFields) + number32(0) + number16(4) + '\1' + '\0';
    // Schema: byte order, fields, metadata
    const std::uint32_t schemaFields = place();
    bytes += fields(
        {0, static_cast<std::uint16_t>(member == 1 ? 4 : 0), static_cast<std::uint16_t>(member == 2 ? 4 : 0)}, 8);
    bytes.resize((bytes.size() + 3) / 4 * 4);
    const std::uint32_t schema = place();
    put(bytes, message + 4, schema - (message + 4));
    bytes += number32(schema - schemaFields) + number32(4) + number32(count);
    const std::uint32_t vector = place();
    bytes.resize(bytes.size() + std::size_t{4} * count);
    // The shared table: its text
    const std::uint32_t tableFields = place();
    bytes += fields({4}, 8);
    bytes.resize((bytes.size() + 3) / 4 * 4);
    const std::uint32_t table = place();
    bytes += number32(table - tableFields) + number32(4) + number32(static_cast<std::uint32_t>(name.size())) + name;
    bytes.resize((bytes.size() + 8) / 8 * 8);
    for (std::uint32_t i = 0; i < count; ++i)
        put(bytes, vector + std::size_t{4} * i, table - (vector + 4 * i));
    return "\xff\xff\xff\xff" + number32(place()) + bytes + "\xff\xff\xff\xff" + number32(0);
}

} // namespace

TEST(ArrowLimits, AFewReferencesAreRead)
{
    TemporaryFolder folder;
    const auto metadata = open(folder.write("a.arrows", schemaOf(2, 3, "key")));
    EXPECT_EQ(codes(*metadata), "");
    ASSERT_TRUE(metadata->metadata);
    ASSERT_EQ(metadata->metadata->size(), 1U); // one key
    EXPECT_EQ(metadata->metadata->front().first, "key");
    const auto columns = open(folder.write("b.arrows", schemaOf(1, 2, "column")));
    EXPECT_EQ(codes(*columns), "column-not-shown column-not-shown");
}

TEST(ArrowLimits, OneEntryOverAndOver)
{
    TemporaryFolder folder;
    const auto path = folder.write("a.arrows", schemaOf(2, 1'000'000, std::string(1000, 'k')));
    EXPECT_LE(memoryToOpen(path), 160 * 1024);
    EXPECT_TRUE(hasFinding(*open(path), "schema-too-large"));
}

TEST(ArrowLimits, OneFieldOverAndOver)
{
    TemporaryFolder folder;
    const auto path = folder.write("a.arrows", schemaOf(1, 1'000'000, "column"));
    EXPECT_LE(memoryToOpen(path), 160 * 1024);
    EXPECT_TRUE(hasFinding(*open(path), "schema-too-large"));
}

} // namespace loupe::test
