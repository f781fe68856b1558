#include "insight/token_files.h"

#include "core/remote/remote_files.h"
#include "core/text/json_cursor.h"
#include "formats/shared/wire_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace loupe {

namespace {

constexpr std::uint64_t largestTokenFile = std::uint64_t{64} << 20;
constexpr std::array<std::string_view, 6> specialKeys{"bos_token_id", "eos_token_id", "pad_token_id",
    "decoder_start_token_id", "forced_bos_token_id", "forced_eos_token_id"};

/// Null if there is no such file, or it is too large for one of a tokenizer.
std::shared_ptr<const Source> openTokenFile(const std::filesystem::path& folder, std::string_view name)
{
    const auto path = inFolder(folder, name);
    if (!isFile(path))
        return nullptr;
    auto source = Source::open(path, Source::Access::Read);
    return source && (*source)->size() <= largestTokenFile ? *source : nullptr;
}

std::optional<std::string> readTokenFile(const std::filesystem::path& folder, std::string_view name)
{
    const auto source = openTokenFile(folder, name);
    if (!source)
        return std::nullopt;
    std::string text(source->size(), '\0');
    if (!source->read(0, std::as_writable_bytes(std::span(text))))
        return std::nullopt;
    return text;
}

/// The highest number of tokens that are read one after the other.
class HighestNumber {
public:
    void add(std::uint64_t number)
    {
        if (number < std::numeric_limits<std::uint32_t>::max()) // none has this many
            m_count = std::max(m_count, number + 1);
    }
    std::optional<TokenCount> count(std::string_view evidence) const
    {
        return m_count > 0 ? std::optional(TokenCount{m_count, std::string(evidence)}) : std::nullopt;
    }

private:
    std::uint64_t m_count = 0;
};

/// {"token": 0, "another": 1}
void readNumbers(JsonCursor& cursor, HighestNumber& numbers)
{
    std::string_view token;
    std::uint64_t number = 0;
    if (!cursor.enterObject())
        return;
    while (cursor.nextKey(token)) {
        if (cursor.readUnsigned(number))
            numbers.add(number);
    }
}

/// [["token", -1.5], …], numbered as they follow
void countPieces(JsonCursor& cursor, HighestNumber& numbers)
{
    std::uint64_t number = 0;
    if (!cursor.enterArray())
        return;
    while (cursor.nextElement() && cursor.skipValue())
        numbers.add(number++);
}

/// The members of the object that the cursor is at: `read(key)` reads the value of each.
template <typename Read>
void readMembers(JsonCursor& cursor, Read read)
{
    std::string_view key;
    if (!cursor.enterObject()) {
        cursor.skipValue();
        return;
    }
    while (cursor.nextKey(key))
        read(key);
}

void readVocabulary(JsonCursor& cursor, HighestNumber& numbers)
{
    readMembers(cursor, [&](std::string_view key) {
        if (key == "vocab" && cursor.peek() == JsonCursor::Kind::Object)
            readNumbers(cursor, numbers);
        else if (key == "vocab" && cursor.peek() == JsonCursor::Kind::Array)
            countPieces(cursor, numbers);
        else
            cursor.skipValue();
    });
}

/// [{"id": 0, …}, …]
void readAdded(JsonCursor& cursor, HighestNumber& numbers)
{
    if (!cursor.enterArray()) {
        cursor.skipValue();
        return;
    }
    while (cursor.nextElement()) {
        readMembers(cursor, [&](std::string_view key) {
            std::uint64_t number = 0;
            if (key != "id")
                cursor.skipValue();
            else if (cursor.readUnsigned(number))
                numbers.add(number);
        });
    }
}

/// tokenizer.json of the library tokenizers.
void readTokenizer(std::string_view text, TokenFacts& facts)
{
    constexpr std::string_view name = "tokenizer.json";
    HighestNumber trained;
    HighestNumber added;
    JsonCursor cursor(text);
    readMembers(cursor, [&](std::string_view key) {
        if (key == "model")
            readVocabulary(cursor, trained);
        else if (key == "added_tokens")
            readAdded(cursor, added);
        else
            cursor.skipValue();
    });
    if (cursor.failed())
        return;
    facts.vocabulary = trained.count(name);
    facts.added = added.count(name);
}

std::optional<TokenCount> countedObject(const std::filesystem::path& folder, std::string_view name)
{
    const auto text = readTokenFile(folder, name);
    if (!text)
        return std::nullopt;
    HighestNumber numbers;
    JsonCursor cursor(*text);
    readNumbers(cursor, numbers);
    return cursor.failed() ? std::nullopt : numbers.count(name);
}

/// A token in each line.
std::optional<TokenCount> countedLines(const std::filesystem::path& folder, std::string_view name)
{
    const auto text = readTokenFile(folder, name);
    if (!text || text->empty())
        return std::nullopt;
    const auto ends = static_cast<std::uint64_t>(std::ranges::count(*text, '\n'));
    return TokenCount{ends + (text->back() == '\n' ? 0 : 1), std::string(name)};
}

/// The pieces of SentencePiece: each is a message in the first field. Another format of that name has another one.
std::optional<TokenCount> countedSentencePieces(const std::filesystem::path& folder, std::string_view name)
{
    const auto source = openTokenFile(folder, name);
    if (!source)
        return std::nullopt;
    Findings faults;
    WireReader reader(*source, faults, {});
    ByteRange rest{0, source->size()};
    std::uint64_t pieces = 0;
    while (const auto field = reader.next(rest)) {
        if (pieces == 0 && (field->number != 1 || !field->isBytes()))
            return std::nullopt;
        pieces += field->number == 1 && field->isBytes() ? 1 : 0;
    }
    if (!faults.list().empty() || reader.error() || pieces == 0)
        return std::nullopt;
    return TokenCount{pieces, std::string(name)};
}

void keepHigher(std::optional<TokenCount>& count, std::optional<TokenCount> other)
{
    if (other && (!count || other->tokens > count->tokens))
        count = std::move(other);
}

/// {"added_tokens_decoder": {"128000": …}}
std::optional<TokenCount> countedDecoder(const JsonValue& config)
{
    HighestNumber numbers;
    for (const auto& [key, token] : config["added_tokens_decoder"].members()) {
        std::uint64_t number = 0;
        const auto read = std::from_chars(key.data(), key.data() + key.size(), number);
        if (read.ec == std::errc() && read.ptr == key.data() + key.size())
            numbers.add(number);
    }
    return numbers.count("tokenizer_config.json");
}

void readTokenizerFiles(const ModelConfig& config, TokenFacts& facts)
{
    const auto& folder = config.folder();
    if (const auto text = readTokenFile(folder, "tokenizer.json"))
        readTokenizer(*text, facts);
    if (!facts.vocabulary)
        facts.vocabulary = countedObject(folder, "vocab.json");
    if (!facts.vocabulary)
        facts.vocabulary = countedLines(folder, "vocab.txt");
    if (!facts.vocabulary)
        facts.vocabulary = countedSentencePieces(folder, "tokenizer.model");
    keepHigher(facts.added, countedObject(folder, "added_tokens.json"));
    keepHigher(facts.added, countedDecoder(config.fileBeside("tokenizer_config.json")));
}

/// One number, or several. A negative one stands for none.
void addSpecials(std::string_view key, const JsonValue& value, std::string_view file, TokenFacts& facts)
{
    const auto add = [&](const JsonValue& one) {
        if (const auto number = one.unsignedInteger())
            facts.specials.push_back({std::string(key), std::string(file), *number});
    };
    add(value);
    for (const JsonValue& one : value.elements())
        add(one);
}

/// The number of elements of a value that stays in the file, or of the JSON that is shown.
std::optional<std::uint64_t> elementsOf(const MetadataValue& value)
{
    if (const StoredMetadata* const stored = value.stored())
        return stored->count();
    std::uint64_t count = 0;
    JsonCursor cursor(value.shown());
    const bool isArray = cursor.readElements([&] {
        ++count;
        return cursor.skipValue();
    });
    return isArray ? std::optional(count) : std::nullopt;
}

TokenFacts tokensOfGguf(const Checkpoint& checkpoint)
{
    constexpr std::string_view begin = "tokenizer.ggml.";
    constexpr std::string_view end = "_token_id";
    TokenFacts facts;
    for (const auto& [key, value] : *checkpoint.metadata) {
        if (key == "tokenizer.ggml.tokens") {
            if (const auto count = elementsOf(value))
                facts.vocabulary = TokenCount{*count, key};
        } else if (key.starts_with(begin) && key.ends_with(end) && !value.stored()) {
            addSpecials(key, JsonValue::parse(value.shown()).value_or(JsonValue()), {}, facts);
        }
    }
    return facts;
}

} // namespace

TokenFacts findTokenFacts(const Checkpoint& checkpoint, const ModelConfig& config)
{
    if (!config.ggufArchitecture().empty())
        return tokensOfGguf(checkpoint);
    TokenFacts facts;
    if (config.file().empty() || config.isOfAdapter() || isAddress(config.folder()))
        return facts;
    const JsonValue generation = config.fileBeside("generation_config.json");
    for (const std::string_view key : specialKeys) {
        addSpecials(key, config.value(key), config.file(), facts);
        addSpecials(key, generation[key], "generation_config.json", facts);
    }
    readTokenizerFiles(config, facts);
    return facts;
}

} // namespace loupe
