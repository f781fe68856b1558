#include "remote/hub/hub_refusal.h"

#include "core/text/quote.h"
#include "core/text/text.h"
#include "remote/hub/hub_address.h"

namespace loupe::remote {

namespace {

/// Says which token was sent, such as that of HF_TOKEN, or that there was none.
std::string tokenSentence(const HubSettings& settings)
{
    return settings.token.empty() ? "no token was sent: " + settings.tokenFrom
                                  : "the token is that of " + settings.tokenFrom;
}

} // namespace

std::optional<Error> describeRefusal(const HubRefusal& refusal, const HubAddress& asked, const HubSettings& settings)
{
    const std::string request =
        refusal.requestId.empty() ? "" : " (request " + printable(refusal.requestId.substr(0, 100)) + ")";
    const auto error = [&](ErrorCode code, const std::string& sentence) {
        return Error{code, sentence + request, hubAddressText(asked), {}};
    };
    if (refusal.status == 401 && refusal.message.find("Invalid credentials") != refusal.message.npos) {
        return error(ErrorCode::PermissionDenied,
            "the hub does not accept the token of " + settings.tokenFrom + ": it is wrong, or has expired");
    }
    if (refusal.code == "GatedRepo") {
        return error(ErrorCode::PermissionDenied,
            "the repository is gated: accept its terms on its page on the hub; " + tokenSentence(settings));
    }
    if (refusal.code == "RevisionNotFound")
        return error(ErrorCode::NotFound, "the repository has no revision " + quote(asked.revision));
    if (refusal.code == "EntryNotFound")
        return error(ErrorCode::NotFound, "the repository has no file " + quote(asked.path));
    if (refusal.code == "RepoNotFound" || (refusal.status == 401 && refusal.code.empty())) {
        return error(ErrorCode::NotFound,
            "there is no such repository, or it is private (the hub does not tell which); " + tokenSentence(settings));
    }
    if (refusal.status == 403 && refusal.message.find("disabled") != refusal.message.npos)
        return error(ErrorCode::PermissionDenied, "the hub has disabled this repository");
    if (refusal.status == 403 && !refusal.message.empty()) {
        return error(ErrorCode::PermissionDenied,
            "the hub refuses it: " + quote(printable(refusal.message.substr(0, 200))) + "; " + tokenSentence(settings));
    }
    return std::nullopt;
}

} // namespace loupe::remote
