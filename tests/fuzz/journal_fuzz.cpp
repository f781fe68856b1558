/// Takes the input as the journal of an edit, and as the headers in one. Reading them must not crash, and an edit that
/// may be carried out must change only the header of a file.

#include "analysis/digests/hasher.h"
#include "fuzz/fuzzing.h"
#include "saving/in_place/header_journal.h"

#include <span>

namespace {

using namespace loupe;
using fuzz::require;

void judge(const HeaderEdit& edit)
{
    require(edit.before.size() == edit.after.size(), "both headers have one size");
    require(stateOf(edit, edit.before) == EditState::Before, "the old header is the state before");
    if (!checkSameTensors(edit))
        return;
    require(edit.before.substr(0, 8) == edit.after.substr(0, 8), "the header's length does not change");
    require(edit.before.size() <= edit.fileSize, "the header lies in the file");
}

void judge(std::string_view bytes)
{
    if (const auto edit = parseHeaderJournal(bytes))
        judge(*edit);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string bytes(reinterpret_cast<const char*>(data), size);
    judge(bytes);
    // Adds the correct digest, which the fuzzer cannot guess.
    auto hasher = Hasher::create(DigestAlgorithm::Xxh3_128);
    require(hasher.has_value(), "there is a digest");
    bytes.insert(0, journalMagic);
    (*hasher)->add(std::as_bytes(std::span(bytes)));
    bytes += (*hasher)->hexDigest().value();
    judge(bytes);
    // Takes each half of the input as a header of the file.
    const std::size_t half = size / 2;
    const std::string_view halves(reinterpret_cast<const char*>(data), size);
    for (const char* const format : {"bintensors", "safetensors"}) {
        judge({.format = format,
            .fileSize = half + size % 2,
            .before = std::string(halves.substr(0, half)),
            .after = std::string(halves.substr(half, half))});
    }
    return 0;
}
