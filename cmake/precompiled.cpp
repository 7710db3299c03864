// SPDX-License-Identifier: Apache-2.0
// Nothing of its own: precompiled headers belong to a library, and a library needs a source.
